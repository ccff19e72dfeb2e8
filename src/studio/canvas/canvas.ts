import { luminance, type Rgb, rgb } from '../color.ts';
import type { Box, Size } from '../box.ts';

/**
 * RGB pixels of an ad, row by row, with 3 bytes per pixel. All layers and texts are painted directly into this buffer,
 * so that no second copy of the whole ad is needed.
 */
export interface Canvas extends Size {
  pixels: Buffer;
}

/** Returns the range of whole pixels that a box touches. `right` and `bottom` are exclusive. */
export function clipped(canvas: Size, box: Box): { left: number; top: number; right: number; bottom: number } {
  return {
    left: Math.max(0, Math.floor(box.x)),
    top: Math.max(0, Math.floor(box.y)),
    right: Math.min(canvas.width, Math.ceil(box.x + box.width)),
    bottom: Math.min(canvas.height, Math.ceil(box.y + box.height)),
  };
}

function fillWhole(canvas: Canvas, box: Box, [red, green, blue]: Rgb): void {
  const { left, top, right, bottom } = clipped(canvas, box);
  if (left >= right || top >= bottom) return;
  const first = (top * canvas.width + left) * 3;
  const bytes = (right - left) * 3;
  canvas.pixels.fill(Buffer.from([red, green, blue]), first, first + bytes);
  for (let y = top + 1; y < bottom; y++) canvas.pixels.copyWithin((y * canvas.width + left) * 3, first, first + bytes);
}

/**
 * Returns the share of a pixel, 0 to 1, that is inside a rounded rectangle. The point (`x`, `y`) is the centre of the
 * pixel. The share is estimated from the signed distance between this point and the edge of the rectangle.
 */
export function roundedCoverage(x: number, y: number, box: Box, radius: number): number {
  const dx = Math.abs(x - box.x - box.width / 2) - box.width / 2 + radius;
  const dy = Math.abs(y - box.y - box.height / 2) - box.height / 2 + radius;
  const distance = Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - radius;
  return Math.min(1, Math.max(0, 0.5 - distance));
}

/**
 * Fills a rectangle with rounded corners, anti-aliased. A radius of half the height gives round ends, and a disc if the
 * box is square. With a radius of 0, the box is rounded to whole pixels.
 */
export function fill(canvas: Canvas, box: Box, color: string, radius: number): void {
  const paint = rgb(color);
  if (radius === 0) {
    fillWhole(
      canvas,
      {
        x: Math.round(box.x),
        y: Math.round(box.y),
        width: Math.round(box.width),
        height: Math.max(1, Math.round(box.height)),
      },
      paint,
    );
    return;
  }
  const round = Math.min(radius, box.width / 2, box.height / 2);
  // The part of the rectangle between its left and right corners has straight edges, so it is filled row by row, which
  // is faster than pixel by pixel.
  const inner = {
    x: Math.ceil(box.x + round),
    width: Math.max(0, Math.floor(box.x + box.width - round) - Math.ceil(box.x + round)),
  };
  const whole = { ...inner, y: Math.ceil(box.y), height: Math.floor(box.y + box.height) - Math.ceil(box.y) };
  fillWhole(canvas, whole, paint);
  fillRound(canvas, { box, round, paint }, whole);
}

function fillRound(canvas: Canvas, { box, round, paint }: { box: Box; round: number; paint: Rgb }, done: Box): void {
  const { left, top, right, bottom } = clipped(canvas, box);
  for (let y = top; y < bottom; y++) {
    const skips = done.width > 0 && y >= done.y && y < done.y + done.height;
    for (let x = left; x < right; x++) {
      if (skips && x === Math.max(left, done.x)) x = Math.max(x, done.x + done.width);
      const part = x < right ? roundedCoverage(x + 0.5, y + 0.5, box, round) : 0;
      if (part > 0) mixPixel(canvas.pixels, (y * canvas.width + x) * 3, paint, part);
    }
  }
}

export function mixPixel(pixels: Buffer, at: number, [red, green, blue]: Rgb, part: number): void {
  const keep = 1 - part;
  pixels[at] = (pixels[at] ?? 0) * keep + red * part + 0.5;
  pixels[at + 1] = (pixels[at + 1] ?? 0) * keep + green * part + 0.5;
  pixels[at + 2] = (pixels[at + 2] ?? 0) * keep + blue * part + 0.5;
}

/**
 * Blends a picture over the canvas, with the picture's top left corner at (`x`, `y`). The picture is RGBA without
 * premultiplied alpha. Its parts outside the canvas are ignored.
 */
export function blendOver(canvas: Canvas, source: Size & { pixels: Buffer }, x: number, y: number): void {
  const { left, top, right, bottom } = clipped(canvas, { x, y, width: source.width, height: source.height });
  for (let row = top; row < bottom; row++) {
    const from = ((row - y) * source.width + (left - x)) * 4;
    const to = (row * canvas.width + left) * 3;
    blendRow(
      canvas.pixels.subarray(to, to + (right - left) * 3),
      source.pixels.subarray(from, from + (right - left) * 4),
    );
  }
}

/**
 * Blends one row of pixels. Fully opaque and fully transparent pixels, which are most pixels of a text or a cut-out
 * picture, need no arithmetic.
 */
function blendRow(under: Uint8Array, over: Uint8Array): void {
  for (let from = 0, to = 0; from < over.length; from += 4, to += 3) {
    const alpha = over[from + 3];
    if (alpha === undefined || alpha === 0) continue;
    if (alpha === 255) {
      under[to] = over[from] ?? 0;
      under[to + 1] = over[from + 1] ?? 0;
      under[to + 2] = over[from + 2] ?? 0;
    } else blendPixel(under, to, over, from);
  }
}

function blendPixel(under: Uint8Array, to: number, over: Uint8Array, from: number): void {
  const alpha = over[from + 3] ?? 0;
  const keep = 255 - alpha;
  for (let c = 0; c < 3; c++) under[to + c] = ((under[to + c] ?? 0) * keep + (over[from + c] ?? 0) * alpha + 127) / 255;
}

export function lightAt({ pixels, width }: Canvas, x: number, y: number): number {
  const at = (y * width + x) * 3;
  return luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
}
