import type { CheerioAPI } from 'cheerio/slim';
import type { Fetched } from '../../egress/port.ts';
import { bareHost } from '../../domain/urls.ts';
import type { Styles } from './css/styles.ts';
import { isPictureFile } from './picture-names.ts';
import { absoluteUrl } from './text.ts';

export type PageRole = 'brand' | 'product';

export interface Page {
  role: PageRole;
  /** URL of the page after redirects. */
  url: URL;
  /** URL against which relative links of the page are resolved. */
  base: URL;
  /** Time of the reading. Prices that are valid then count. */
  readAt: Date;
  /** Response that the page was parsed from. */
  response: Fetched;
  $: CheerioAPI;
  /**
   * Computed styles of the page. Undefined if the design of the page is not needed, so that its stylesheets were not
   * read.
   */
  styles: Styles | undefined;
  /** Web app manifest of the page, not validated, and the URL of the manifest. */
  manifest: { json: unknown; url: URL } | undefined;
}

export function baseOf($: CheerioAPI, url: URL): URL {
  const href = $('base[href]').first().attr('href');
  const absolute = href === undefined ? undefined : absoluteUrl(href, url);
  return absolute === undefined ? url : new URL(absolute);
}

/** Reports whether an address is that of another page, and not of a picture or a part of the page. */
export function isLinkAway(href: string, { base, url }: Pick<Page, 'base' | 'url'>): boolean {
  const target = href === '' || isPictureFile(href) ? null : URL.parse(href, base.href);
  return target !== null && /^https?:$/.test(target.protocol) && target.pathname !== url.pathname;
}

export function isHomeLink(href: string | undefined, base: URL): boolean {
  if (href === undefined) return false;
  const url = URL.parse(href, base.href);
  if (url === null || bareHost(url) !== bareHost(base)) return false;
  return /^\/(?:index\.(?:html?|php)|home\/?|[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(url.pathname);
}
