import type { CustomFetch } from 'openid-client';
import { Agent, ProxyAgent, fetch, type Dispatcher } from 'undici';
import { proxyOf } from '../../egress/proxy.ts';
import type { ProxySettings } from '../../egress/settings.ts';

/** Time limit of each request to the identity provider, with its body. A person waits for it. */
const patienceMs = 5_000;

/**
 * Returns the HTTP client for the identity provider. It uses the proxies of the environment, and trusts the authorities
 * that this process trusts.
 */
export function providerFetch(proxies: ProxySettings, timeoutMs = patienceMs): CustomFetch {
  const connect = { timeout: timeoutMs };
  const direct = new Agent({ connect });
  const byProxy = new Map<string, Dispatcher>();
  const dispatcherFor = (url: string): Dispatcher => {
    const proxy = proxyOf(new URL(url), proxies);
    if (proxy === undefined) return direct;
    const known = byProxy.get(proxy) ?? new ProxyAgent({ uri: proxy, connect });
    byProxy.set(proxy, known);
    return known;
  };
  return async (url, { method, headers, body, redirect }) => {
    const request = { method, headers, body: bodyText(body), redirect, signal: AbortSignal.timeout(timeoutMs) };
    const response = await fetch(url, { ...request, dispatcher: dispatcherFor(url) });
    // The body is read here, so that the time limit applies to it too.
    const bytes = await response.arrayBuffer();
    const isBodiless = [101, 204, 205, 304].includes(response.status);
    return new Response(isBodiless ? null : bytes, { status: response.status, headers: [...response.headers] });
  };
}

function bodyText(body: Parameters<CustomFetch>[1]['body']): string | null {
  return body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : null;
}
