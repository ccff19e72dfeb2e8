import type { Size } from '../box.ts';
import { type Ground, groundTolerance } from './ground.ts';

/** A picture whose background is known. */
export interface Keyed {
  /** RGB pixels. */
  pixels: Buffer;
  size: Size;
  ground: Ground;
  /** 1 for each pixel that belongs to the background. */
  outside: Uint8Array;
}

/**
 * Difference between an object's colour and the background colour, summed over the three channels, that is assumed as a
 * minimum when the opacity of an edge pixel is computed.
 */
const thingMin = 60;

/** Width, in pixels, of the soft edge of a cut-out object. The soft edge lies inside the outline of the object. */
const edgeWidth = 3;
const colorReach = 4;

/**
 * Returns the object as RGBA pixels with a soft edge. The original edge pixels are a mixture with the background and
 * would be visible as a fringe, so each gets the colour of the object next to it.
 */
export function lift({ pixels, size, ground, outside }: Keyed): Buffer {
  const lifted = Buffer.alloc(size.width * size.height * 4);
  const nearOutside = dilated(outside, size.width, size.height, edgeWidth);
  const edge: number[] = [];
  for (let at = 0; at < outside.length; at++) {
    if (outside[at] === 1) continue;
    const isEdge = nearOutside[at] === 1;
    if (isEdge) edge.push(at);
    pixels.copy(lifted, at * 4, at * 3, at * 3 + 3);
    lifted[at * 4 + 3] = isEdge ? Math.round(edgeAlpha(size, ground, at) * 255) : 255;
  }
  const soft = edge.map((at) => feathered(lifted, size, at));
  for (const [i, at] of edge.entries()) {
    const within = colorWithin(pixels, size, nearOutside, at);
    if (within === null) decontaminate(lifted, at, ground);
    else lifted.set(within, at * 4);
    lifted[at * 4 + 3] = soft[i] ?? 0;
  }
  return lifted;
}

function feathered(lifted: Buffer, { width, height }: Size, at: number): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  let sum = (lifted[at * 4 + 3] ?? 0) * 3;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [nx, ny] = [x + dx, y + dy];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      sum += lifted[(ny * width + nx) * 4 + 3] ?? 0;
    }
  }
  return Math.round(255 * Math.min(1, Math.max(0, (sum / 12 / 255 - 0.18) / 0.7)));
}

function colorWithin(
  pixels: Buffer,
  { width, height }: Size,
  nearOutside: Uint8Array,
  at: number,
): [number, number, number] | null {
  const [x, y] = [at % width, Math.floor(at / width)];
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let ny = Math.max(0, y - colorReach); ny <= Math.min(height - 1, y + colorReach); ny++) {
    for (let nx = Math.max(0, x - colorReach); nx <= Math.min(width - 1, x + colorReach); nx++) {
      const near = ny * width + nx;
      if (nearOutside[near] === 1) continue;
      red += pixels[near * 3] ?? 0;
      green += pixels[near * 3 + 1] ?? 0;
      blue += pixels[near * 3 + 2] ?? 0;
      count++;
    }
  }
  return count === 0 ? null : [red / count, green / count, blue / count];
}

function decontaminate(lifted: Buffer, at: number, ground: Ground): void {
  const alpha = Math.max(0.06, (lifted[at * 4 + 3] ?? 0) / 255);
  for (let c = 0; c < 3; c++) {
    const seen = lifted[at * 4 + c] ?? 0;
    lifted[at * 4 + c] = Math.min(255, Math.max(0, (seen - (1 - alpha) * ground.colorAt(at, c)) / alpha));
  }
}

/**
 * Returns the opacity (0 to 1) of an edge pixel: the difference of its colour from the background colour, divided by
 * the largest such difference among the pixels nearby.
 */
function edgeAlpha({ width, height }: Size, { difference }: Ground, at: number): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  let surest = thingMin;
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const [nx, ny] = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))];
      surest = Math.max(surest, difference[ny * width + nx] ?? 0);
    }
  }
  const own = difference[at] ?? 0;
  return Math.min(1, Math.max(0.06, (own - groundTolerance / 3) / (surest * 0.92 - groundTolerance / 3)));
}

/** Returns the mask grown by this many pixels to each side and to its corners. */
function dilated(mask: Uint8Array, width: number, height: number, by: number): Uint8Array {
  const grown = mask.slice();
  for (let at = 0; at < mask.length; at++) {
    // Only the rim of the mask grows.
    if (mask[at] === 0 || isWithin(mask, width, at)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const [left, right] = [Math.max(0, x - by), Math.min(width - 1, x + by)];
    for (let row = Math.max(0, y - by); row <= Math.min(height - 1, y + by); row++)
      grown.fill(1, row * width + left, row * width + right + 1);
  }
  return grown;
}

const isWithin = (mask: Uint8Array, width: number, at: number): boolean =>
  mask[at - 1] === 1 && mask[at + 1] === 1 && mask[at - width] === 1 && mask[at + width] === 1;
