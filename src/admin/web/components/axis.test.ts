import { expect, test } from '@jest/globals';
import { axisTop, countTops, labelled, timeTops } from './axis.ts';

test.each([
  ['no value', 0, countTops, 2],
  ['a count', 3, countTops, 4],
  ['a count that is a top', 10, countTops, 10],
  ['a large count', 2_600, countTops, 4_000],
  ['89 seconds', 89, timeTops, 120],
  ['two days', 172_800, timeTops, 432_000],
])('the top of an axis for %s is at least as large', (_, largest, tops, want) => {
  expect(axisTop(largest, tops)).toBe(want);
});

test.each([
  [24, [0, 6, 12, 18, 23]],
  [3, [0, 1, 2]],
  [1, [0]],
  [0, []],
])('an axis of %i points has a few labels', (count, want) => {
  expect(labelled(count)).toEqual(want);
});
