import { rgb } from '../color.ts';
import type { Edge } from '../scene.ts';
import type { Canvas } from './canvas.ts';
import { noiseRow } from './noise.ts';

export interface Scrim {
  edge: Edge;
  solid: number;
  fade: number;
  color: string;
  /** 0 to 1. */
  strength: number;
}

/** A veil that is thick at one edge and gone before the other. Dithered: a smooth gradient would band. */
export function paintScrim(canvas: Canvas, scrim: Scrim): void {
  const upright = scrim.edge === 'top' || scrim.edge === 'bottom';
  const alphas = profile(upright ? canvas.height : canvas.width, scrim);
  if (scrim.edge === 'bottom' || scrim.edge === 'right') alphas.reverse();
  if (upright) paintRows(canvas, alphas, scrim.color);
  else paintColumns(canvas, alphas, scrim.color);
}

/** 0 to 256 for each step away from the edge: full, then a curve without corners. */
function profile(length: number, { solid, fade, strength }: Scrim): Uint16Array {
  return Uint16Array.from({ length }, (_, i) => {
    const t = Math.min(1, Math.max(0, (i - solid) / Math.max(1, fade)));
    return Math.round(256 * strength * (1 - t * t * t * (t * (6 * t - 15) + 10)));
  });
}

function paintRows({ pixels, width }: Canvas, alphas: Uint16Array, color: string): void {
  const [red, green, blue] = rgb(color);
  alphas.forEach((alpha, y) => {
    if (alpha === 0) return;
    const keep = 256 - alpha;
    const [addRed, addGreen, addBlue] = [red * alpha, green * alpha, blue * alpha];
    const noise = noiseRow(y);
    let at = y * width * 3;
    for (let x = 0; x < width; x++, at += 3) {
      const dither = noise[x & 127] ?? 0;
      pixels[at] = ((pixels[at] ?? 0) * keep + addRed + dither) >> 8;
      pixels[at + 1] = ((pixels[at + 1] ?? 0) * keep + addGreen + dither) >> 8;
      pixels[at + 2] = ((pixels[at + 2] ?? 0) * keep + addBlue + dither) >> 8;
    }
  });
}

function paintColumns({ pixels, width, height }: Canvas, alphas: Uint16Array, color: string): void {
  const [red, green, blue] = rgb(color);
  const first = alphas.findIndex((alpha) => alpha > 0);
  const last = alphas.findLastIndex((alpha) => alpha > 0);
  if (first < 0) return;
  for (let y = 0; y < height; y++) {
    const noise = noiseRow(y);
    let at = (y * width + first) * 3;
    for (let x = first; x <= last; x++, at += 3) {
      const alpha = alphas[x] ?? 0;
      const keep = 256 - alpha;
      const dither = noise[x & 127] ?? 0;
      pixels[at] = ((pixels[at] ?? 0) * keep + red * alpha + dither) >> 8;
      pixels[at + 1] = ((pixels[at + 1] ?? 0) * keep + green * alpha + dither) >> 8;
      pixels[at + 2] = ((pixels[at + 2] ?? 0) * keep + blue * alpha + dither) >> 8;
    }
  }
}
