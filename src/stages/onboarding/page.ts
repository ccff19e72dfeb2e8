import type { CheerioAPI } from 'cheerio/slim';
import { bareHost } from '../../domain/urls.ts';
import type { Styles } from './css/styles.ts';
import { absoluteUrl } from './text.ts';

export type PageRole = 'brand' | 'product';

/** A page for the extractors: fetched and parsed, with its stylesheets and manifest. */
export interface Page {
  /** Role for which the request names the page: page of the brand or page of the product. */
  role: PageRole;
  /** URL of the page after redirects. */
  url: URL;
  /** URL against which relative links of the page are resolved. */
  base: URL;
  $: CheerioAPI;
  /** Styles of the page; undefined if its design is not needed. */
  styles: Styles | undefined;
  /** Web app manifest, not validated, and its URL. */
  manifest: { json: unknown; url: URL } | undefined;
}

export function baseOf($: CheerioAPI, url: URL): URL {
  const href = $('base[href]').first().attr('href');
  const absolute = href === undefined ? undefined : absoluteUrl(href, url);
  return absolute === undefined ? url : new URL(absolute);
}

/** Reports whether a link leads to the front page of its site, in any language. */
export function isHomeLink(href: string | undefined, base: URL): boolean {
  if (href === undefined) return false;
  const url = URL.parse(href, base.href);
  if (url === null || bareHost(url) !== bareHost(base)) return false;
  return /^\/(?:index\.(?:html?|php)|home\/?|[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(url.pathname);
}
