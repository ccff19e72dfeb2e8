import type { AdJobSpec } from '../schema/adjob.ts';
import { noteCodePointsMax } from '../schema/response.ts';
import { clipped } from './clipped.ts';

/** A page whose URL is in a request. */
export interface GivenPage {
  /** Subject of the page: the brand or the product. */
  role: 'brand' | 'product';
  /** Field of the request that contains the URL, with its name in the REST API. */
  field: string;
  url: string;
}

/** Maximum length of a host name in a note. A longer name is cut, so that the reason also fits into the note. */
const hostLengthMax = 80;

/** Returns the pages of a request, the brand page first. */
export function givenPages({ image, video }: Pick<AdJobSpec, 'image' | 'video'>): GivenPage[] {
  const brandField = image === undefined ? 'brand_metadata.brand_url' : 'brand_data.brand_url';
  const brandUrl = image?.brandData.brandUrl ?? video?.brandMetadata.brandUrl;
  const productUrl = image?.productMetadata?.productUrl ?? video?.productMetadata.productUrl;
  return [...page('brand', brandField, brandUrl), ...page('product', 'product_metadata.product_url', productUrl)];
}

function page(role: GivenPage['role'], field: string, url: string | undefined): GivenPage[] {
  return url === undefined ? [] : [{ role, field, url }];
}

/** Returns the host and port of a URL. Notes and Events show no other part of a URL. */
export function hostOf(url: string): string {
  return clipped(URL.parse(url)?.host ?? 'an unreadable address', hostLengthMax);
}

/** Returns a URL without its fragment. The fragment is never sent, so URLs that differ only in it name one page. */
export function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}

/** Groups the items by key, in the order in which the keys first appear. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

/**
 * Returns one sentence for a request of which no page was readable. The sentence names every field, and each reason
 * once. `why` is the reason for one page, a clause without a full stop.
 */
export function nothingRead(pages: readonly (Pick<GivenPage, 'field' | 'url'> & { why: string })[]): string {
  const byReason = grouped(pages, ({ why }) => why);
  const parts = byReason.map((same) => `${placesOf(same)}: ${same[0]?.why ?? ''}`);
  return clipped(`Nothing was read from ${parts.join('; nor from ')}.`, noteCodePointsMax);
}

function placesOf(pages: readonly Pick<GivenPage, 'field' | 'url'>[]): string {
  const byHost = grouped(pages, ({ url }) => hostOf(url));
  return byHost
    .map((same) => `${same.map(({ field }) => field).join(' and ')} at ${hostOf(same[0]?.url ?? '')}`)
    .join(' and ');
}
