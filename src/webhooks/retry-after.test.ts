import { expect, test } from '@jest/globals';
import { parseRetryAfter } from './retry-after.ts';

const now = new Date('2026-11-22T12:00:00Z');

test.each<[value: string | undefined, delayMs: number | undefined]>([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['9999999999', 9_999_999_999_000],
  ['Sun, 22 Nov 2026 12:01:00 GMT', 60_000],
  ['Sunday, 22-Nov-26 12:01:00 GMT', 60_000],
  ['Sun Nov 22 12:01:00 2026', 60_000],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['99999999999', undefined],
  ['soon', undefined],
  ['Sun, 99 Nov 2026 12:00:00 GMT', undefined],
  ['2026-11-22T12:01:00Z', undefined],
])('Retry-After %j is a delay of %j ms', (value, delayMs) => {
  expect(parseRetryAfter(value, now)).toBe(delayMs);
});
