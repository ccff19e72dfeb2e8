import type { AdJobSpec } from '../../schema/adjob.ts';
import type { PageWish } from './fetch.ts';

function wish(role: PageWish['role'], field: string, url: string | undefined): PageWish[] {
  return url === undefined ? [] : [{ role, field, url }];
}

/** The pages that a request names: its brand's, its product's. */
export function pageWishes({ image, video }: Pick<AdJobSpec, 'image' | 'video'>): PageWish[] {
  const brandField = image === undefined ? 'brand_metadata.brand_url' : 'brand_data.brand_url';
  const brandUrl = image?.brandData.brandUrl ?? video?.brandMetadata.brandUrl;
  const productUrl = image?.productMetadata?.productUrl ?? video?.productMetadata.productUrl;
  return [...wish('brand', brandField, brandUrl), ...wish('product', 'product_metadata.product_url', productUrl)];
}
