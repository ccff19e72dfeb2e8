import type { AdJobSpec } from '../schema/adjob.ts';
import { noteCodePointsMax } from '../schema/response.ts';
import { clipped } from './clipped.ts';

/** A page that a request names. */
export interface GivenPage {
  /** The page of the brand, or that of the product. */
  role: 'brand' | 'product';
  /** Field of the request, as the REST API names it. */
  field: string;
  url: string;
}

/** A longer host is cut in notes, so that the reason still fits. */
const hostLengthMax = 80;

/** The pages that a request names: that of the brand first, then that of the product. */
export function givenPages({ image, video }: Pick<AdJobSpec, 'image' | 'video'>): GivenPage[] {
  const brandField = image === undefined ? 'brand_metadata.brand_url' : 'brand_data.brand_url';
  const brandUrl = image?.brandData.brandUrl ?? video?.brandMetadata.brandUrl;
  const productUrl = image?.productMetadata?.productUrl ?? video?.productMetadata.productUrl;
  return [...page('brand', brandField, brandUrl), ...page('product', 'product_metadata.product_url', productUrl)];
}

function page(role: GivenPage['role'], field: string, url: string | undefined): GivenPage[] {
  return url === undefined ? [] : [{ role, field, url }];
}

/** Host and port of a URL: the only part of it that notes and Events show. */
export function hostOf(url: string): string {
  return clipped(URL.parse(url)?.host ?? 'an unreadable address', hostLengthMax);
}

/** The items by their keys, in the order in which the keys appear. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

/**
 * One sentence for a request of which no page could be read. `why` is a clause without a full stop. It names every field, and
 * each reason once.
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
