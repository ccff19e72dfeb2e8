/** Size in CSS pixels of the window in which pages are painted. */
export const windowSize = { width: 1280, height: 900 } as const;

/**
 * Address of a proxy that does not exist, because no server listens on port 9 of the loopback address. All connections
 * that the browser itself opens therefore fail. The browser receives pages and their files over the DevTools protocol
 * instead.
 */
const deadProxy = 'http://127.0.0.1:9';

/**
 * Features of Chromium that are switched off: they open network connections, or they are not needed for reading a page.
 */
const featuresOff = [
  'AsyncDns',
  'AutofillServerCommunication',
  'BackForwardCache',
  'CertificateTransparencyComponentUpdater',
  'DnsOverHttps',
  'InterestFeedContentSuggestions',
  'IsolateOrigins',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Prerender2',
  'ServiceWorkerStaticRouter',
  'SpareRendererForSitePerProcess',
  'Translate',
  'WebBluetooth',
  'WebTransport',
  'WebUSB',
  'site-per-process',
];

/**
 * Returns the arguments of Chromium for reading one page.
 *
 * Guarantee, in addition to the interception of all requests: Chromium resolves no host name, and connects to no other
 * address than that of the proxy, which does not exist. `<-loopback>` is needed, because Chromium otherwise connects to
 * loopback and link-local addresses without the proxy. All frames share one process, so that a page with hundreds of
 * frames does not start hundreds of processes. Separate processes would protect nothing, because the frames have
 * neither cookies nor a network.
 */
export function browserFlags({ profile, sandbox }: { profile: string; sandbox: boolean }): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    `--window-size=${windowSize.width},${windowSize.height}`,
    `--proxy-server=${deadProxy}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--disable-features=${featuresOff.join(',')}`,
    '--disable-site-isolation-trials',
    '--renderer-process-limit=1',
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-client-side-phishing-detection',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-dev-shm-usage',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-gpu',
    '--disable-logging',
    '--disable-notifications',
    '--disable-speech-api',
    '--disable-sync',
    '--deny-permission-prompts',
    '--block-new-web-contents',
    '--force-color-profile=srgb',
    '--force-device-scale-factor=1',
    '--hide-scrollbars',
    '--lang=en-US',
    '--metrics-recording-only',
    '--mute-audio',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-pings',
    '--no-service-autorun',
    '--password-store=basic',
    ...(sandbox ? [] : ['--no-sandbox']),
    'about:blank',
  ];
}
