import { expect, test } from '@jest/globals';
import { imageSpec, imageRequest, videoSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdSpec } from '../schema/ad-spec.ts';
import { givenPages } from './ad-request.ts';
import { adRequestOf } from './known-types.ts';

const pagesOf = (spec: AdSpec) => {
  const request = adRequestOf(spec);
  return request && givenPages(request);
};

test('givenPages names the fields as in the REST API, with the brand first', () => {
  const pages = {
    brandData: { brandUrl: 'https://a.example' },
    productMetadata: { productUrl: 'https://a.example/shoe', productImages: [] },
  };
  expect(pagesOf(imageSpec({ image: { ...imageRequest(), ...pages } }))).toEqual([
    { role: 'brand', field: 'brand_data.brand_url', url: 'https://a.example' },
    { role: 'product', field: 'product_metadata.product_url', url: 'https://a.example/shoe' },
  ]);
  expect(pagesOf(videoSpec())).toEqual([]);
});

test.each<[string, AdSpec]>([
  ['of an unknown type', { ...imageSpec(), type: 'audio_ad' }],
  ['without its request', { ...imageSpec(), image: undefined }],
])('adRequestOf cannot read a job %s', (_, spec) => {
  expect(adRequestOf(spec)).toBeUndefined();
});
