import type { CustomFetch } from 'openid-client';
import { Agent, ProxyAgent, fetch, type Dispatcher } from 'undici';
import { egressProxy } from '../../egress/egress-proxy.ts';
import { proxyOf } from '../../egress/proxy.ts';
import type { EgressSettings, ProxySettings } from '../../egress/settings.ts';

/** Time limit of each request to the identity provider, with its body. A person waits for it. */
const patienceMs = 5_000;

interface ProviderRoute {
  proxies: ProxySettings;
  /** Settings of the proxy for pages and pictures. */
  egress: Pick<EgressSettings, 'proxy' | 'proxyCredentialsFile'>;
}

/**
 * Returns the HTTP client for the identity provider. It uses the proxies of the environment, and trusts the authorities
 * that this process trusts. If the proxy is also the proxy for pages and pictures, its credentials come from the file of
 * that proxy, so that they need not be in the environment.
 */
export function providerFetch(route: ProviderRoute, timeoutMs = patienceMs): CustomFetch {
  return async (url, { method, headers, body, redirect }) => {
    const dispatcher = await dispatcherFor(url, route, timeoutMs);
    const request = { method, headers, body: bodyText(body), redirect, signal: AbortSignal.timeout(timeoutMs) };
    try {
      const response = await fetch(url, { ...request, dispatcher });
      // The body is read here, so that the time limit applies to it too.
      const bytes = await response.arrayBuffer();
      const isBodiless = [101, 204, 205, 304].includes(response.status);
      return new Response(isBodiless ? null : bytes, { status: response.status, headers: [...response.headers] });
    } finally {
      await dispatcher.destroy();
    }
  };
}

async function dispatcherFor(url: string, { proxies, egress }: ProviderRoute, timeoutMs: number): Promise<Dispatcher> {
  const connect = { timeout: timeoutMs };
  const proxy = proxyOf(new URL(url), proxies);
  if (proxy === undefined) return new Agent({ connect });
  const ofPages = egressProxy(egress, '');
  const token = ofPages?.url.origin === new URL(proxy).origin ? await ofPages.authorization() : undefined;
  return new ProxyAgent({ uri: proxy, ...(token !== undefined && { token }) });
}

function bodyText(body: Parameters<CustomFetch>[1]['body']): string | null {
  return body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : null;
}
