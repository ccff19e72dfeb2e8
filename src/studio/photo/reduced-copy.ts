import type { Size } from '../box.ts';

/** A smaller copy of a picture: each pixel is the mean of `step` times `step` pixels. */
export interface ReducedCopy {
  /** RGB pixels. */
  pixels: Buffer;
  size: Size;
  step: number;
}

/** Returns a copy of an RGB picture. */
export function reducedCopy(pixels: Buffer, { width, height }: Size, step: number): ReducedCopy {
  const size = { width: Math.ceil(width / step), height: Math.ceil(height / step) };
  if (step === 1) return { pixels, size, step };
  const made = Buffer.alloc(size.width * size.height * 3);
  const sums = new Float64Array(size.width * 3);
  for (let row = 0; row < size.height; row++) {
    sums.fill(0);
    const end = Math.min(height, (row + 1) * step);
    for (let y = row * step; y < end; y++) addRow(sums, pixels.subarray(y * width * 3, (y + 1) * width * 3), step);
    const rows = end - row * step;
    for (let i = 0; i < sums.length; i++) {
      const columns = Math.min(step, width - Math.floor(i / 3) * step);
      made[row * size.width * 3 + i] = Math.round((sums[i] ?? 0) / (rows * columns));
    }
  }
  return { pixels: made, size, step };
}

function addRow(sums: Float64Array, row: Buffer, step: number): void {
  for (let from = 0, column = 0, left = step; from < row.length; from += 3) {
    const to = column * 3;
    sums[to] = (sums[to] ?? 0) + (row[from] ?? 0);
    sums[to + 1] = (sums[to + 1] ?? 0) + (row[from + 1] ?? 0);
    sums[to + 2] = (sums[to + 2] ?? 0) + (row[from + 2] ?? 0);
    if (--left === 0) [column, left] = [column + 1, step];
  }
}
