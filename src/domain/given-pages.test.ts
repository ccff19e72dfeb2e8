import { describe, expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../test/support/build-job.ts';
import { givenPages, hostOf, nothingRead } from './given-pages.ts';

const brand = (url: string, why: string) => ({ field: 'brand_data.brand_url', url, why });
const product = (url: string, why: string) => ({ field: 'product_metadata.product_url', url, why });

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

test('hostOf returns the host and port of a URL and nothing else', () => {
  expect(hostOf('https://shop.example:8443/a/secret?token=1#x')).toBe('shop.example:8443');
  expect(hostOf('not a URL')).toBe('an unreadable address');
});

describe('nothingRead', () => {
  test.each([
    [
      'nothingRead names the page and the reason',
      [brand('https://a.example/x?y=z', 'the name does not resolve')],
      'Nothing was read from brand_data.brand_url at a.example: the name does not resolve.',
    ],
    [
      'nothingRead names a host once for two fields',
      [brand('https://a.example/', 'it took too long'), product('https://a.example/', 'it took too long')],
      'Nothing was read from brand_data.brand_url and product_metadata.product_url at a.example: it took too long.',
    ],
    [
      'nothingRead names a reason once for two hosts',
      [brand('https://a.example/', 'it took too long'), product('https://b.example/', 'it took too long')],
      'Nothing was read from brand_data.brand_url at a.example and product_metadata.product_url at b.example: it took too long.',
    ],
    [
      'nothingRead names both reasons',
      [brand('https://a.example/', 'it took too long'), product('https://a.example/p', 'it answered with status 404')],
      'Nothing was read from brand_data.brand_url at a.example: it took too long; nor from product_metadata.product_url at a.example: it answered with status 404.',
    ],
  ])('%s', (_, pages, sentence) => {
    expect(nothingRead(pages)).toBe(sentence);
  });

  test('nothingRead fits into a note for hosts of any length', () => {
    const long = (letter: string) => `https://${letter.repeat(60)}.${letter.repeat(60)}.${letter.repeat(60)}.example/`;
    const sentence = nothingRead([
      brand(long('a'), 'it took too long'),
      product(long('b'), 'the name does not resolve'),
    ]);
    expect(Array.from(sentence).length).toBeLessThanOrEqual(300);
    expect(sentence).toContain('it took too long');
    expect(sentence).toContain('the name does not resolve');
  });
});
