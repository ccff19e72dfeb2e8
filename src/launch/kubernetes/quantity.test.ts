import { expect, test } from '@jest/globals';
import { quantityNumber } from './quantity.ts';

test.each<[string, number | undefined]>([
  ['0', 0],
  ['512', 512],
  ['512Mi', 536_870_912],
  ['1.5Gi', 1_610_612_736],
  ['500M', 500_000_000],
  ['2e9', 2_000_000_000],
  ['2E9', 2_000_000_000],
  ['1E', 1e18],
  ['500m', 0.5],
  ['.5', 0.5],
  ['512MB', undefined],
  ['512 Mi', undefined],
  ['-1', undefined],
  ['1ki', undefined],
  ['much', undefined],
  ['', undefined],
])('quantityNumber of %j is %s', (text, want) => {
  expect(quantityNumber(text)).toBe(want);
});
