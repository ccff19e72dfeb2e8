import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../clock/port.ts';
import type { HttpRequest } from '../../http/route.ts';
import type { Viewer } from '../viewer.ts';
import { acceptsGzip } from './compression.ts';
import { cookieOf } from './cookies.ts';
import { locales, themes, type Locale, type View } from './view.ts';

/** Names of the cookies with what the person has chosen. They hold no secret, so scripts may write them. */
export const choiceCookies = { theme: 'adwright-theme', utc: 'adwright-utc' };

/** Returns what a page needs to know of its request. */
export function viewOf(
  request: Pick<HttpRequest<unknown>, 'url' | 'query' | 'headers'>,
  viewer: Viewer | undefined,
  { publicUrl, clock }: { publicUrl: string; clock: Pick<Clock, 'now'> },
): View {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const { headers } = request;
  return {
    viewer,
    locale: localeOf(headers),
    theme: themes.find((theme) => theme === cookieOf(headers, choiceCookies.theme)) ?? 'auto',
    isUtc: cookieOf(headers, choiceCookies.utc) === 'true',
    now: clock.now(),
    canGzip: acceptsGzip(headers),
    path: request.url.replace(/\?.*$/s, ''),
    query: request.query,
    to: (path, query = {}) => {
      const text = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        if (value !== undefined && value !== '') text.set(name, String(value));
      return `${base}${path}${text.size === 0 ? '' : `?${text.toString()}`}`;
    },
  };
}

/** Returns the first of the known locales that the browser prefers. */
function localeOf(headers: IncomingHttpHeaders): Locale {
  const wanted = (headers['accept-language'] ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.map((language) => locales.find((one) => one === language)).find((one) => one !== undefined) ?? 'en';
}
