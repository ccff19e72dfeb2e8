import type { GivenPage } from '../../src/ads/ad-request.ts';
import type { Site } from './labels.ts';

/** Returns the pages of a site as a request names them: the home page and, if there is one, the page of a product. */
export function pagesOf({ url, page, productPage }: Site): [home: GivenPage, ...product: GivenPage[]] {
  const home: GivenPage = { role: 'brand', field: 'brand_data.brand_url', url: new URL(page ?? '', url).href };
  if (productPage === undefined) return [home];
  const productUrl = new URL(productPage, url).href;
  return [home, { role: 'product', field: 'product_metadata.product_url', url: productUrl }];
}
