import { expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../test/support/build-job.ts';
import { givenPages } from './given-pages.ts';

test('givenPages names the fields as in the REST API, with the brand first', () => {
  const { image } = imageSpec();
  if (image === undefined) throw new Error('the sample spec has no image');
  const pages = {
    brandData: { brandUrl: 'https://a.example' },
    productMetadata: { productUrl: 'https://a.example/shoe', productImages: [] },
  };
  expect(givenPages({ image: { ...image, ...pages } })).toEqual([
    { role: 'brand', field: 'brand_data.brand_url', url: 'https://a.example' },
    { role: 'product', field: 'product_metadata.product_url', url: 'https://a.example/shoe' },
  ]);
  expect(givenPages(videoSpec())).toEqual([]);
});
