import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ImageAd, ImageAdSpec } from '../ads/image/request.ts';
import { VideoAd, VideoAdSpec } from '../ads/video/request.ts';
import { camelKeys, camelName, camelSchema, snakeName } from './camel.ts';

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => [
    ...(keyword === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...namesIn(value),
  ]);
}

const names = [ImageAd, VideoAd].flatMap((schema) => namesIn(z.toJSONSchema(schema, { io: 'input' })));

test.each([...new Set(names)])('the field %s converts to camelCase and back', (name) => {
  expect(camelName(name)).toMatch(/^[a-z][a-zA-Z]*$/);
  expect(snakeName(camelName(name))).toBe(name);
});

test('camelKeys renames nested keys and keeps values', () => {
  const value = { brand_data: { brand_images: [{ image_url: 'a_b' }], no_text: null } };
  expect(camelKeys(value)).toEqual({ brandData: { brandImages: [{ imageUrl: 'a_b' }], noText: null } });
});

test('camelKeys treats __proto__ as an ordinary key', () => {
  const value: unknown = JSON.parse('{"__proto__": {"a_b": 1}}');
  expect(JSON.stringify(camelKeys(value))).toBe('{"__proto__":{"aB":1}}');
});

const image = { brand_data: { brand_url: 'https://a.example/' }, product_metadata: { product_images: null } };
const video = {
  brand_metadata: { brand_images: null },
  product_metadata: { product_images: [{ image_url: 'https://a.example/1' }] },
  generation_metadata: { target_duration: 12 },
};

test.each([
  ['image', ImageAd, ImageAdSpec, image],
  ['video', VideoAd, VideoAdSpec, video],
])('the camelCase %s schema fills in the same defaults', (_, request, spec, value) => {
  expect(spec.parse(camelKeys(value))).toEqual(camelKeys(request.parse(value)));
});

test('the camelCase schema keeps rules, limits and error paths', () => {
  const issuesOf = (value: unknown) =>
    ImageAdSpec.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(issuesOf({ brandData: {} })).toEqual(['brandData: Give brandUrl or at least one of brandImages.']);
  expect(issuesOf({ brandData: { brandUrl: 'x' } })).toEqual([
    expect.stringMatching(/^brandData\.brandUrl: Give an abs/),
  ]);
  const images = Array.from({ length: 17 }, () => ({ imageUrl: 'https://a.example/1' }));
  expect(issuesOf({ brandData: { brandImages: images } })).toEqual([
    expect.stringMatching(/^brandData\.brandImages: /),
  ]);
  const metadata = { productImages: [] };
  expect(
    VideoAdSpec.safeParse({ ...camelVideo, productMetadata: metadata }).error?.issues.map(({ path }) => path.join('.')),
  ).toEqual(['productMetadata.productImages']);
});

const camelVideo = { brandMetadata: { brandImages: [] }, generationMetadata: { targetDuration: 12 } };

test('descriptions in the camelCase schema use the camelCase names', () => {
  const schema = z.strictObject({ a_b: z.string().describe('Not c_d but image_ad.'), c_d: z.string() });
  expect(JSON.stringify(z.toJSONSchema(camelSchema(schema)))).toContain('Not cD but image_ad.');
});
