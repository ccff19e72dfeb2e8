import { expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import { priceList, requiredCredits } from './pricing.ts';

test.each<[string, AdJobSpec, number]>([
  ['one image at 1K', imageSpec(), 5],
  ['one image at 4K', imageSpec({}, { resolution: '4K' }), 10],
  ['three ratios at 1K', imageSpec({}, { aspectRatios: '1:1, 9:16,16:9' }), 15],
  ['six ratios at 4K', imageSpec({}, { aspectRatios: '1:1,2:1,3:1,4:1,1:2,1:3', resolution: '4K' }), 60],
  ['a ratio named twice', imageSpec({}, { aspectRatios: '1:1,2:2' }), 5],
  ['a video', videoSpec(), 30],
])('requiredCredits computes the price of %s', (_, spec, want) => {
  expect(requiredCredits(spec)).toBe(want);
});

test.each<[string, AdJobSpec]>([
  ['of an unknown type', { ...imageSpec(), type: 'audio_ad' }],
  ['without its request', imageSpec({ image: undefined })],
  ['with an unreadable request', imageSpec({ image: { brandData: 7 } })],
])('a job %s has no price', (_, spec) => {
  expect(requiredCredits(spec)).toBeUndefined();
});

test('priceList overrides the given prices and keeps the built-in ones', () => {
  const prices = priceList({ image1k: 7, splicing: 0 });
  expect(requiredCredits(imageSpec({}, { aspectRatios: '1:1,9:16' }), prices)).toBe(14);
  expect(requiredCredits(videoSpec(), prices)).toBe(30);
  expect(prices['image1k']).toEqual({ action: 'Image generation 1K', credits: 7, unit: 'image' });
});

test.each<[string, Record<string, number>, string]>([
  ['an unknown action', { image2k: 5 }, 'Unknown price "image2k"; the known prices are image1k, image4k, '],
  ['the name of an inherited property', { constructor: 5 }, 'Unknown price "constructor"'],
  ['a negative price', { image1k: -1 }, 'The price "image1k" must be a whole number of credits, 0 or more; it is -1.'],
  ['a fractional price', { image1k: 0.5 }, 'it is 0.5'],
  ['NaN', { image1k: NaN }, 'it is NaN'],
])('priceList refuses %s', (_, overrides, message) => {
  expect(() => priceList(overrides)).toThrow(message);
});
