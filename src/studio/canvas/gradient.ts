import { rgb } from '../color.ts';
import type { Box, Edge } from '../box.ts';
import { type Canvas, clipped } from './canvas.ts';
import { noiseRow } from './noise.ts';

/**
 * Fills a box with a gradient between two colours. The colour `to` is reached at the edge that `toward` names, or in
 * the middle of the box for `center`. Random noise with a range of two colour levels (of 255) hides the steps between
 * similar colours.
 */
export function paintGradient(
  canvas: Canvas,
  box: Box,
  colors: { from: string; to: string },
  toward: Edge | 'center',
): void {
  const { left, top, right, bottom } = clipped(canvas, box);
  const [r0, g0, b0] = rgb(colors.from);
  const [r1, g1, b1] = rgb(colors.to);
  const part = partOf(box, toward);
  const { pixels, width } = canvas;
  for (let y = top; y < bottom; y++) {
    const noise = noiseRow(y);
    let at = (y * width + left) * 3;
    for (let x = left; x < right; x++, at += 3) {
      const t = part(x, y);
      const grain = (noise[x & 127] ?? 0) / 128 - 0.5;
      pixels[at] = clamp(r0 + (r1 - r0) * t + grain);
      pixels[at + 1] = clamp(g0 + (g1 - g0) * t + grain);
      pixels[at + 2] = clamp(b0 + (b1 - b0) * t + grain);
    }
  }
}

const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);

function partOf(box: Box, toward: Edge | 'center'): (x: number, y: number) => number {
  const across = (x: number) => (x - box.x) / box.width;
  const down = (y: number) => (y - box.y) / box.height;
  switch (toward) {
    case 'right':
      return (x) => across(x);
    case 'left':
      return (x) => 1 - across(x);
    case 'bottom':
      return (_, y) => down(y);
    case 'top':
      return (_, y) => 1 - down(y);
    case 'center': {
      const reach = Math.max(box.width, box.height) * 0.62;
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height * 0.48];
      return (x, y) => {
        const t = Math.max(0, 1 - Math.sqrt((x - cx) ** 2 + (y - cy) ** 2) / reach);
        return t * t * (3 - 2 * t);
      };
    }
  }
}
