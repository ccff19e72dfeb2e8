import { expect, test } from '@jest/globals';
import { wordGap } from './text-motion.ts';

const beat = 0.5;

test.each<[string, number, number, number]>([
  ['words of a short text come on half beats', 4, 3, beat / 2],
  ['words of a longer text come on quarters', 9, 3, beat / 4],
  ['a long text in a short time has all words in 40 % of it', 25, 2, (0.4 * 2) / 24],
])('%s', (_, words, seconds, gap) => {
  expect(wordGap(words, seconds, beat)).toBeCloseTo(gap);
});
