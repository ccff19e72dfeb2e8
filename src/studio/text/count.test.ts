import { expect, test } from '@jest/globals';
import { letterCount, wordCount } from './count.ts';

test.each<[string, number, number]>([
  ['Made slow', 9, 2],
  ['一日中、冷たい水を。', 20, 3],
  ['iPhone 用ケース', 14, 3],
  ['세일 50%', 8, 2],
  ['ที่นี่ มีที่ว่าง', 8, 2],
])('%s has the width of %d letters and counts as %d words', (text, letters, words) => {
  expect([letterCount(text), wordCount(text)]).toEqual([letters, words]);
});
