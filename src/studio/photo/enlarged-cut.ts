import type { Size } from '../box.ts';
import type { ReducedCopy } from './reduced-copy.ts';

/**
 * Returns the object that was cut out of a reduced copy, in the pixels of the whole picture. Its edge comes from the
 * copy, so that the colours there stay free of the background.
 */
export function enlargedCut(lifted: Buffer, copy: ReducedCopy, pixels: Buffer, { width, height }: Size): Buffer {
  const whole = Buffer.alloc(width * height * 4);
  const { step, size } = copy;
  const inner = innerOf(lifted, size);
  for (let y = 0, to = 0; y < height; y++) {
    const row = Math.floor(y / step) * size.width;
    for (let x = 0; x < width; x++, to += 4) {
      const cell = row + Math.floor(x / step);
      const state = inner[cell] ?? clear;
      if (state === clear) continue;
      if (state === edge) {
        mix(whole, to, lifted, { size, x: (x + 0.5) / step - 0.5, y: (y + 0.5) / step - 0.5 });
        continue;
      }
      const from = (y * width + x) * 3;
      whole[to] = pixels[from] ?? 0;
      whole[to + 1] = pixels[from + 1] ?? 0;
      whole[to + 2] = pixels[from + 2] ?? 0;
      whole[to + 3] = 255;
    }
  }
  return whole;
}

const [clear, edge, solid] = [0, 1, 2];

/** Returns for each pixel of a cut-out whether it and its neighbours are all solid, all clear, or neither. */
function innerOf(lifted: Buffer, size: Size): Uint8Array {
  const states = new Uint8Array(size.width * size.height);
  for (let y = 0, at = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at++) states[at] = stateAt(lifted, size, [x, y]);
  return states;
}

function stateAt(lifted: Buffer, { width, height }: Size, [x, y]: readonly [number, number]): number {
  let [least, most] = [255, 0];
  for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
    for (let near = ny * width + Math.max(0, x - 1); near <= ny * width + Math.min(width - 1, x + 1); near++) {
      const opacity = lifted[near * 4 + 3] ?? 0;
      least = Math.min(least, opacity);
      most = Math.max(most, opacity);
    }
  if (most === 0) return clear;
  return least === 255 ? solid : edge;
}

/** Writes the mean of the four pixels around a place, by their opacity. */
function mix(whole: Buffer, to: number, lifted: Buffer, { size, x, y }: { size: Size; x: number; y: number }): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let dy = 0; dy <= 1; dy++)
    for (let dx = 0; dx <= 1; dx++) {
      const column = Math.min(size.width - 1, Math.max(0, left + dx));
      const row = Math.min(size.height - 1, Math.max(0, top + dy));
      const from = (row * size.width + column) * 4;
      const part = (dx === 0 ? 1 - (x - left) : x - left) * (dy === 0 ? 1 - (y - top) : y - top);
      const weight = part * (lifted[from + 3] ?? 0);
      red += weight * (lifted[from] ?? 0);
      green += weight * (lifted[from + 1] ?? 0);
      blue += weight * (lifted[from + 2] ?? 0);
      opacity += weight;
    }
  if (opacity === 0) return;
  whole[to] = Math.round(red / opacity);
  whole[to + 1] = Math.round(green / opacity);
  whole[to + 2] = Math.round(blue / opacity);
  whole[to + 3] = Math.round(opacity);
}
