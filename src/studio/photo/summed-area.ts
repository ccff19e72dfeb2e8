import type { Size } from '../box.ts';

/**
 * Returns a summed-area table: for each value, the sum of all values above it and to its left, including the value
 * itself. The table starts with a row and a column of zeros.
 */
export function summedArea(values: ArrayLike<number>, { width, height }: Size): Float64Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  return sums;
}
