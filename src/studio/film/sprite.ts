import type { Size } from '../box.ts';

/**
 * Still bitmap in the colour space of the film: YUV 4:2:0, BT.709, limited range, 8 bits. `y` has one byte per pixel, `u`
 * and `v` one byte per two by two pixels, rounded up. `alpha` is null for an opaque sprite; else the colours, with their
 * offsets (16 and 128), are premultiplied.
 */
export interface Sprite extends Size {
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
  alpha: { full: Uint8Array; half: Uint8Array } | null;
}

/** Pixels row by row: RGB, or RGBA without premultiplied alpha. */
export interface Bitmap extends Size {
  pixels: Uint8Array;
  channels: 3 | 4;
}

/**
 * Maximum width and height of a sprite in pixels. Positions in a sprite are computed with 32-bit integers that have 18
 * bits for the fraction.
 */
export const spriteSideMax = 8_000;

/** Share of each channel in the brightness, from ITU-R BT.709. */
const [redShare, greenShare, blueShare] = [0.2126, 0.7152, 0.0722];
/** Black, white and the middle and span of the colour differences in 8-bit limited range. */
const black = 16;
const lumaSpan = 219 / 255;
const middle = 128;
const blueSpan = 224 / 255 / (2 * (1 - blueShare));
const redSpan = 224 / 255 / (2 * (1 - redShare));

/**
 * Converts RGB or RGBA pixels to a sprite. Chroma samples lie on the even columns and between the rows, which is where
 * H.264 has them by default. Throws if a side is longer than `spriteSideMax`.
 */
export function spriteOf(bitmap: Bitmap): Sprite {
  const { width, height, channels } = bitmap;
  if (Math.max(width, height) > spriteSideMax) throw new Error(`A sprite of ${width}x${height} pixels is too large.`);
  const half = Math.ceil(width / 2) * Math.ceil(height / 2);
  const full = width * height;
  const sprite: Sprite = {
    width,
    height,
    y: new Uint8Array(full),
    u: new Uint8Array(half),
    v: new Uint8Array(half),
    alpha: channels === 4 ? { full: new Uint8Array(full), half: new Uint8Array(half) } : null,
  };
  fillLuma(sprite, bitmap);
  fillChroma(sprite, bitmap);
  return sprite;
}

function fillLuma({ y, alpha }: Sprite, { pixels, channels }: Bitmap): void {
  for (let to = 0, from = 0; to < y.length; to++, from += channels) {
    const brightness =
      redShare * (pixels[from] ?? 0) + greenShare * (pixels[from + 1] ?? 0) + blueShare * (pixels[from + 2] ?? 0);
    const value = black + lumaSpan * brightness;
    if (alpha === null) {
      y[to] = value + 0.5;
      continue;
    }
    const opacity = pixels[from + 3] ?? 0;
    alpha.full[to] = opacity;
    y[to] = (value * opacity) / 255 + 0.5;
  }
}

function fillChroma(sprite: Sprite, bitmap: Bitmap): void {
  const [columns, rows] = [Math.ceil(sprite.width / 2), Math.ceil(sprite.height / 2)];
  const sums = new Float64Array(4);
  for (let row = 0, to = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, to++) {
      averageAround(bitmap, 2 * column, 2 * row, sums);
      writeChroma(sprite, to, sums);
    }
}

function writeChroma({ u, v, alpha }: Sprite, to: number, sums: Float64Array): void {
  const [red = 0, green = 0, blue = 0, opacity = 0] = sums;
  const brightness = redShare * red + greenShare * green + blueShare * blue;
  u[to] = middle * opacity + blueSpan * (blue - brightness) + 0.5;
  v[to] = middle * opacity + redSpan * (red - brightness) + 0.5;
  if (alpha !== null) alpha.half[to] = 255 * opacity + 0.5;
}

/**
 * Writes the average of the pixels around a chroma sample: premultiplied red, green and blue from 0 to 255, and the
 * opacity from 0 to 1. The sample lies on column `x`, so the neighbouring columns count half.
 */
function averageAround(bitmap: Bitmap, x: number, y: number, sums: Float64Array): void {
  const { width, height, channels } = bitmap;
  sums.fill(0);
  const below = Math.min(y + 1, height - 1);
  for (let column = x - 1; column <= x + 1; column++) {
    const weight = column === x ? 1 / 4 : 1 / 8;
    const inside = Math.min(width - 1, Math.max(0, column));
    addPixel(sums, bitmap, (y * width + inside) * channels, weight);
    addPixel(sums, bitmap, (below * width + inside) * channels, weight);
  }
}

function addPixel(sums: Float64Array, { pixels, channels }: Bitmap, at: number, weight: number): void {
  const share = channels === 4 ? (weight * (pixels[at + 3] ?? 0)) / 255 : weight;
  sums[0] = (sums[0] ?? 0) + share * (pixels[at] ?? 0);
  sums[1] = (sums[1] ?? 0) + share * (pixels[at + 1] ?? 0);
  sums[2] = (sums[2] ?? 0) + share * (pixels[at + 2] ?? 0);
  sums[3] = (sums[3] ?? 0) + share;
}
