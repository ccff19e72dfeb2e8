import { parseNoProxy } from './no-proxy.ts';
import type { ProxySettings } from './settings.ts';

/**
 * Returns the URL of the proxy for a request to `url`, or undefined if the request uses no proxy. Follows the rules of
 * Go for the settings from the environment. A proxy without a scheme (`proxy.example:3128`) is an HTTP proxy.
 */
export function proxyOf(url: URL, { http, https, none }: ProxySettings): string | undefined {
  const proxy = url.protocol === 'https:' ? https : http;
  if (proxy === '' || parseNoProxy(none)(url)) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}
