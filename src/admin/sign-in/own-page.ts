import type { IncomingMessage } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Reports whether a request that may change something comes from a page of the dashboard itself. The browser says so in
 * `Sec-Fetch-Site`; browsers that do not send this header send `Origin`. A request with neither header is refused,
 * because the dashboard has no clients but browsers. Requests that only read are always allowed.
 */
export function isFromOwnPage({ method, headers }: IncomingMessage, publicUrl: string): boolean {
  if (safeMethods.has(method ?? '')) return true;
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin';
}
