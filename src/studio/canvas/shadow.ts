import { rgb } from '../color.ts';
import type { Box } from '../box.ts';
import { type Canvas, clipped, mixPixel } from './canvas.ts';
import { noiseRow } from './noise.ts';

/**
 * Paints the shadow of a standing object as if the light came from the upper left: a thin dark shadow where the object
 * touches the ground, and a wide soft shadow. `foot` is the part of the object's width, 0 to 1, that touches the
 * ground.
 */
export function paintContactShadow(
  canvas: Canvas,
  thing: Box,
  foot: { from: number; to: number },
  color: string,
): void {
  const ground = thing.y + thing.height;
  const width = thing.width * (foot.to - foot.from);
  const center = thing.x + thing.width * ((foot.from + foot.to) / 2);
  paintBlur(
    canvas,
    {
      x: center + thing.width * 0.045,
      y: ground - thing.height * 0.002,
      rx: width * 0.74,
      ry: Math.max(width * 0.12, thing.height * 0.022),
    },
    color,
    0.3,
  );
  paintBlur(
    canvas,
    { x: center + thing.width * 0.01, y: ground - width * 0.01, rx: width * 0.56, ry: width * 0.042 },
    color,
    0.5,
  );
}

function paintBlur(
  canvas: Canvas,
  { x, y, rx, ry }: { x: number; y: number; rx: number; ry: number },
  color: string,
  opacity: number,
): void {
  const { left, top, right, bottom } = clipped(canvas, { x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry });
  const paint = rgb(color);
  for (let row = top; row < bottom; row++) {
    const noise = noiseRow(row);
    const dy = (row + 0.5 - y) / ry;
    for (let column = left; column < right; column++) {
      const dx = (column + 0.5 - x) / rx;
      const t = 1 - dx * dx - dy * dy;
      if (t <= 0) continue;
      const alpha = opacity * t * t * (3 - 2 * t) + ((noise[column & 127] ?? 0) / 255 - 0.5) / 160;
      if (alpha > 0) mixPixel(canvas.pixels, (row * canvas.width + column) * 3, paint, alpha);
    }
  }
}

/**
 * Returns the part of a cut-out object's width, 0 to 1, that touches the ground. This part is measured from the opaque
 * pixels in the lowest 7 % of the object's height.
 */
export function footOf(cut: { pixels: Buffer; width: number; height: number }): { from: number; to: number } {
  let [first, last] = [cut.width, -1];
  for (let y = Math.floor(cut.height * 0.93); y < cut.height; y++) {
    for (let x = 0; x < cut.width; x++) {
      if ((cut.pixels[(y * cut.width + x) * 4 + 3] ?? 0) < 128) continue;
      first = Math.min(first, x);
      last = Math.max(last, x);
    }
  }
  return last < 0 ? { from: 0.1, to: 0.9 } : { from: first / cut.width, to: (last + 1) / cut.width };
}
