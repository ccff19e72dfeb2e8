import type { Size } from '../box.ts';
import type { Frame } from './frame.ts';

/** Distance in pixels, horizontally and vertically, between two pixels of a frame whose brightness is measured. */
export const grid = 8;
/** Differences in brightness up to this limit do not count as movement. */
const noise = 2;

export const sampleCount = ({ width, height }: Size): number => Math.ceil(width / grid) * Math.ceil(height / grid);

/** Stores the brightness of every measured pixel of a frame in `into`, which has the length `sampleCount`. */
export function brightnessSamples({ y, width, height }: Frame, into: Uint8Array): void {
  let to = 0;
  for (let row = 0; row < height; row += grid)
    for (let column = 0; column < width; column += grid) into[to++] = y[row * width + column] ?? 0;
}

/** Reports whether a viewer sees no difference between two frames. */
export function isAlike(before: Uint8Array, now: Uint8Array): boolean {
  return now.every((value, at) => Math.abs(value - (before[at] ?? 0)) <= noise);
}
