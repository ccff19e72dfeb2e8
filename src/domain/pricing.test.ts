import { expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../test/support/build-job.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import { requiredCredits } from './pricing.ts';

test.each<[string, AdJobSpec, number]>([
  ['one image at 1K', imageSpec(), 5],
  ['one image at 4K', imageSpec({}, { resolution: '4K' }), 10],
  ['three ratios at 1K', imageSpec({}, { aspectRatios: '1:1, 9:16,16:9' }), 15],
  ['six ratios at 4K', imageSpec({}, { aspectRatios: '1:1,2:1,3:1,4:1,1:2,1:3', resolution: '4K' }), 60],
  ['a ratio named twice', imageSpec({}, { aspectRatios: '1:1,2:2' }), 5],
  ['a film', videoSpec(), 30],
])('%s costs its credits', (_, spec, want) => {
  expect(requiredCredits(spec)).toBe(want);
});
