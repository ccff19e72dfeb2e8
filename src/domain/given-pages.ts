import type { AdJobSpec } from '../schema/adjob.ts';

export interface GivenPage {
  role: 'brand' | 'product';
  field: string;
  url: string;
}

export function givenPages({ image, video }: Pick<AdJobSpec, 'image' | 'video'>): GivenPage[] {
  const brandField = image === undefined ? 'brand_metadata.brand_url' : 'brand_data.brand_url';
  const brandUrl = image?.brandData.brandUrl ?? video?.brandMetadata.brandUrl;
  const productUrl = image?.productMetadata?.productUrl ?? video?.productMetadata.productUrl;
  return [...page('brand', brandField, brandUrl), ...page('product', 'product_metadata.product_url', productUrl)];
}

function page(role: GivenPage['role'], field: string, url: string | undefined): GivenPage[] {
  return url === undefined ? [] : [{ role, field, url }];
}
