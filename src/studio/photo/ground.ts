import type { Size } from '../box.ts';

/** Background of a picture: its colour at each pixel, and how much the picture differs from it. */
export interface Ground {
  /** Returns a channel (0 to 2) of the colour of the background at a pixel. */
  colorAt: (at: number, channel: number) => number;
  /** Difference of each pixel from the background, summed over the three channels. */
  difference: Uint16Array;
}

/**
 * Maximum difference from the background colour, summed over the three channels, of a pixel that certainly belongs to
 * the background.
 */
export const groundTolerance = 26;

/**
 * Minimum part (0 to 1) of the outermost pixels of a picture that must have the same colour, so that the background
 * counts as plain.
 */
const plainRimMin = 0.94;

/** Minimum mean of a plain background, 0 to 255. On a darker one, the shaded side of an object has its colour. */
export const lightMin = 90;
/** Minimum value of the darkest channel of a white background, 0 to 255. */
const whiteMin = 225;

/** Reports whether a background is white, so that parts of an object may have its colour. */
export function isWhite({ colorAt }: Ground, { width, height }: Size): boolean {
  const middle = (height >> 1) * width + (width >> 1);
  return [0, 1, 2].every((channel) => colorAt(middle, channel) >= whiteMin);
}

/** Minimum difference between the channels of a coloured background, which parts of an object do not have by chance. */
const coloredMin = 24;

export function isColored({ colorAt }: Ground, { width, height }: Size): boolean {
  const channels = [0, 1, 2].map((channel) => colorAt((height >> 1) * width + (width >> 1), channel));
  return Math.max(...channels) - Math.min(...channels) >= coloredMin;
}

/** Returns the background of a picture whose outermost pixels have one light colour, otherwise null. */
export function flatGround(pixels: Buffer, size: Size): Ground | null {
  const rim = rimOf(size);
  const median = (channel: number) =>
    rim.map((at) => pixels[at * 3 + channel] ?? 0).sort((a, b) => a - b)[rim.length >> 1] ?? 0;
  const color = [median(0), median(1), median(2)] as const;
  if (color[0] + color[1] + color[2] < 3 * lightMin) return null;
  const ground = groundOf(pixels, size, (_, channel) => color[channel] ?? 0);
  const plain = rim.filter((at) => (ground.difference[at] ?? 0) <= groundTolerance).length;
  return plain / rim.length >= plainRimMin ? ground : null;
}

export function groundOf(pixels: Buffer, { width, height }: Size, colorAt: Ground['colorAt']): Ground {
  const difference = new Uint16Array(width * height);
  for (let at = 0; at < difference.length; at++)
    difference[at] =
      Math.abs((pixels[at * 3] ?? 0) - colorAt(at, 0)) +
      Math.abs((pixels[at * 3 + 1] ?? 0) - colorAt(at, 1)) +
      Math.abs((pixels[at * 3 + 2] ?? 0) - colorAt(at, 2));
  return { colorAt, difference };
}

/** Returns the outermost pixels of a picture. */
export function rimOf({ width, height }: Size): number[] {
  const rim: number[] = [];
  for (let x = 0; x < width; x++) rim.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) rim.push(y * width, y * width + width - 1);
  return rim;
}
