import type { ProxySettings } from '../config/proxy-config.ts';
import { parseNoProxy } from './no-proxy.ts';

/**
 * Returns the URL of the proxy that the environment names for a request, by the rules of Go; undefined if the request
 * goes to its server directly. A proxy without a scheme (`proxy.example:3128`) is an HTTP proxy.
 */
export function proxyOf(url: URL, { http, https, none }: ProxySettings): string | undefined {
  const proxy = url.protocol === 'https:' ? https : http;
  if (proxy === '' || parseNoProxy(none)(url)) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}
