import { expect, test } from '@jest/globals';
import { paintedPicture } from '../../../../test/support/brands/painted.ts';
import { colorGrid, type Pixels } from './color-grid.ts';

/** A picture whose left half is red and whose right half is white. */
function halves(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width / 2; x += 1) data.set([200, 0, 0, 255], (y * width + x) * 4);
  return { data, width, height, channels: 4 };
}

test('colorGrid counts the cells of each colour', () => {
  const { cells, plain } = colorGrid(halves(64, 32), { pictures: [] });
  expect([...cells]).toEqual([
    ['#c80000', 4],
    ['#ffffff', 4],
  ]);
  expect(plain).toBe(8);
});

test('colorGrid leaves out what pictures cover', () => {
  const pictures = [paintedPicture({ x: 0, y: 0, width: 31, height: 200 })];
  const { cells, pictureShare } = colorGrid(halves(64, 200), { pictures });
  expect([...cells.keys()]).toEqual(['#ffffff']);
  expect(pictureShare).toBe(0.5);
});

test('colorGrid leaves out cells of several colours', () => {
  expect(colorGrid(halves(16, 16), { pictures: [] }).plain).toBe(0);
});
