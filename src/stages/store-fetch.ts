import { egressProxy } from '../egress/egress-proxy.ts';
import { proxyOf } from '../egress/proxy.ts';
import type { EgressSettings, ProxySettings } from '../egress/settings.ts';

export type StoreRequest = Pick<RequestInit, 'method' | 'signal' | 'redirect'> & {
  headers?: Record<string, string>;
  body?: Buffer;
};
type StoreResponse = Pick<Response, 'status' | 'headers' | 'arrayBuffer'>;

/** Sends a request to the object store. */
export type StoreFetch = (url: string, request: StoreRequest) => Promise<StoreResponse>;

interface StoreRoute {
  proxies: ProxySettings;
  /** Settings of the proxy for pages and pictures. */
  egress: Pick<EgressSettings, 'proxy' | 'proxyCredentialsFile'>;
}

/**
 * Returns a client of the object store. It uses the proxy of `HTTPS_PROXY` or `HTTP_PROXY` unless `NO_PROXY` exempts the
 * store. If this proxy is also the proxy for pages and pictures, the credentials come from the file of that proxy, so
 * that they need not be in the environment.
 */
export function storeFetch({ proxies, egress }: StoreRoute): StoreFetch {
  return async (url, request) => {
    const proxy = proxyOf(new URL(url), proxies);
    // Without a proxy, uses the HTTP client of Node, because loading another client costs every stage about 50 ms.
    if (proxy === undefined) return fetch(url, request);
    const undici = await import('undici');
    const ofPages = egressProxy(egress, '');
    const token = ofPages?.url.origin === new URL(proxy).origin ? await ofPages.authorization() : undefined;
    const dispatcher = new undici.ProxyAgent({ uri: proxy, proxyTunnel: false, ...(token !== undefined && { token }) });
    return undici.fetch(url, { ...request, dispatcher });
  };
}
