import { expect, test } from '@jest/globals';
import type { Mask } from '../../cutout/port.ts';
import type { Box } from '../box.ts';
import { boxOfMask, boxOfObjects } from './subject-box.ts';

const side = 100;

/** Returns a mask with squares, each with its left and upper edge and its side in cells. */
function maskWith(...squares: readonly [x: number, y: number, side: number][]): Mask {
  const values = new Uint8Array(side * side);
  for (const [x, y, length] of squares)
    for (let row = y; row < y + length; row++) values.fill(255, row * side + x, row * side + x + length);
  return { values, width: side, height: side };
}

/** Rounds the sides of a box, in percent. */
const percent = (box: Box | null): number[] =>
  box === null ? [] : [box.x, box.y, box.width, box.height].map((each) => Math.round(100 * each));

test('three products have one box', () => {
  expect(percent(boxOfMask(maskWith([10, 40, 20], [40, 50, 10], [70, 30, 20])))).toEqual([10, 30, 80, 30]);
});

test('a speck does not belong to the subject', () => {
  expect(percent(boxOfMask(maskWith([40, 40, 20], [2, 2, 2])))).toEqual([40, 40, 20, 20]);
});

test('a mask that changes gradually everywhere gives no box', () => {
  const values = Uint8Array.from({ length: side * side }, (_, at) => 2.55 * (at % side));
  expect(boxOfMask({ values, width: side, height: side })).toBeNull();
});

test('no objects give no box', () => {
  expect(boxOfObjects([])).toBeNull();
});
