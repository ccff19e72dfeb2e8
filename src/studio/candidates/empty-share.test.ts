import { expect, test } from '@jest/globals';
import { emptyShare } from './empty-share.ts';

const area = { x: 0, y: 0, width: 240, height: 240 };

test.each<[string, { x: number; y: number; width: number; height: number }[], number]>([
  ['an area without boxes is empty', [], 1],
  ['a covered area is not empty', [area], 0],
  ['the larger part beside a box counts', [{ x: 0, y: 0, width: 60, height: 240 }], 0.75],
  ['a box in the middle leaves a band', [{ x: 60, y: 60, width: 120, height: 120 }], 0.25],
])('%s', (_, boxes, want) => {
  expect(emptyShare(area, boxes, 0)).toBeCloseTo(want, 1);
});

test('the room around a box is not empty', () => {
  expect(emptyShare(area, [{ x: 60, y: 60, width: 120, height: 120 }], 60)).toBe(0);
});
