/** Size in CSS pixels of the window in which pages are painted. */
export const windowSize = { width: 1280, height: 900 } as const;

/**
 * Proxy for the connections of the browser itself. Port 9 of the loopback address has no server. All pages come through
 * the DevTools protocol instead.
 */
const deadProxy = 'http://127.0.0.1:9';

/** Parts of Chromium that open connections of their own, or that a reader of pages does not need. */
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
 * Guarantee, behind the interception of all requests: no name is resolved, and no connection leaves for another address
 * than that of the dead proxy. `<-loopback>` is needed, because Chromium otherwise connects to loopback and link-local
 * addresses directly. All frames share one process: they have no cookies and no network that the processes would
 * protect from each other, and hundreds of frames then need no process each.
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
