import { readEgressConfig } from '../config/egress-config.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import { egressProxy } from '../egress/egress-proxy.ts';
import { proxyOf } from '../egress/proxy.ts';

export type StoreRequest = Pick<RequestInit, 'method' | 'signal' | 'redirect'> & {
  headers?: Record<string, string>;
  body?: Buffer;
};
type StoreResponse = Pick<Response, 'status' | 'headers' | 'arrayBuffer'>;

/**
 * Sends a request to the object store, through the proxy of `HTTPS_PROXY` or `HTTP_PROXY` unless `NO_PROXY` exempts the
 * store. If this proxy is also the proxy for pages and pictures, the credentials come from the file of that proxy, so
 * that they need not be in the environment.
 */
export async function fetchFromStore(
  url: string,
  request: StoreRequest,
  env?: NodeJS.ProcessEnv,
): Promise<StoreResponse> {
  const proxy = proxyOf(new URL(url), readProxySettings(env));
  // Without a proxy, uses the HTTP client of Node, because loading another client costs every stage about 50 ms.
  if (proxy === undefined) return fetch(url, request);
  const undici = await import('undici');
  const ofPages = egressProxy(readEgressConfig(env), '');
  const token = ofPages?.url.origin === new URL(proxy).origin ? await ofPages.authorization() : undefined;
  const dispatcher = new undici.ProxyAgent({ uri: proxy, proxyTunnel: false, ...(token !== undefined && { token }) });
  return undici.fetch(url, { ...request, dispatcher });
}
