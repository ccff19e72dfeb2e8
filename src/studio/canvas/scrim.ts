import { type Rgb, rgb } from '../color.ts';
import type { Edge } from '../box.ts';
import type { Canvas } from './canvas.ts';
import { noiseRow } from './noise.ts';

export interface Scrim {
  edge: Edge;
  solid: number;
  fade: number;
  color: string;
  /** Opacity of the translucent layer where it is most opaque, 0 to 1. */
  strength: number;
}

/**
 * Paints a scrim: a translucent layer along an edge of the canvas, on which text is readable. Random noise is added,
 * because a smooth gradient would show bands of colour.
 */
export function paintScrim(canvas: Canvas, scrim: Scrim): void {
  const upright = scrim.edge === 'top' || scrim.edge === 'bottom';
  const alphas = profile(upright ? canvas.height : canvas.width, scrim);
  if (scrim.edge === 'bottom' || scrim.edge === 'right') alphas.reverse();
  if (upright) paintRows(canvas, alphas, scrim.color);
  else paintColumns(canvas, alphas, scrim.color);
}

/**
 * Returns the opacity of the translucent layer, 0 to 256, by distance in pixels from the edge of the canvas. The
 * opacity is constant over `solid` pixels and then fades out smoothly over `fade` pixels.
 */
function profile(length: number, { solid, fade, strength }: Scrim): Uint16Array {
  return Uint16Array.from({ length }, (_, i) => {
    const t = Math.min(1, Math.max(0, (i - solid) / Math.max(1, fade)));
    return Math.round(256 * strength * (1 - t * t * t * (t * (6 * t - 15) + 10)));
  });
}

function paintRows({ pixels, width }: Canvas, alphas: Uint16Array, color: string): void {
  for (const [y, alpha] of alphas.entries()) {
    if (alpha > 0)
      veilRow(pixels.subarray(y * width * 3, (y + 1) * width * 3), alpha, { color: rgb(color), noise: noiseRow(y) });
  }
}

interface Veil {
  color: Rgb;
  noise: Uint8Array;
}

/**
 * Blends a colour over one row of pixels, in fixed-point arithmetic with 8 fractional bits. For each pixel, the noise
 * decides whether the result is rounded up or down.
 */
function veilRow(row: Uint8Array, alpha: number, { color, noise }: Veil): void {
  const keep = 256 - alpha;
  const [red, green, blue] = [color[0] * alpha, color[1] * alpha, color[2] * alpha];
  for (let at = 0, x = 0; at < row.length; at += 3, x++) {
    const dither = noise[x & 127] ?? 0;
    row[at] = ((row[at] ?? 0) * keep + red + dither) >> 8;
    row[at + 1] = ((row[at + 1] ?? 0) * keep + green + dither) >> 8;
    row[at + 2] = ((row[at + 2] ?? 0) * keep + blue + dither) >> 8;
  }
}

function paintColumns({ pixels, width, height }: Canvas, alphas: Uint16Array, color: string): void {
  const [red, green, blue] = rgb(color);
  const first = alphas.findIndex((alpha) => alpha > 0);
  const last = alphas.findLastIndex((alpha) => alpha > 0);
  if (first < 0) return;
  const part = alphas.subarray(first, last + 1);
  for (let y = 0; y < height; y++) {
    const noise = noiseRow(y);
    const row = pixels.subarray((y * width + first) * 3, (y * width + last + 1) * 3);
    for (let at = 0, x = 0; at < row.length; at += 3, x++) {
      const alpha = part[x] ?? 0;
      const keep = 256 - alpha;
      const dither = noise[x & 127] ?? 0;
      row[at] = ((row[at] ?? 0) * keep + red * alpha + dither) >> 8;
      row[at + 1] = ((row[at + 1] ?? 0) * keep + green * alpha + dither) >> 8;
      row[at + 2] = ((row[at + 2] ?? 0) * keep + blue * alpha + dither) >> 8;
    }
  }
}
