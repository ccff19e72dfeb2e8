import type { Canvas } from '../canvas/canvas.ts';
import { contrast, luminance, luminanceOf } from '../color.ts';
import { inkBox } from '../photo/cut-out.ts';
import type { Box } from '../scene.ts';
import type { DrawnText } from '../text/engine.ts';

interface TextInk {
  ink: Box | null;
  isClipped: boolean;
  contrast: number;
}

/** Measures a text against the canvas it is about to be laid on. */
export function measureText(canvas: Canvas, drawn: DrawnText): TextInk {
  const own = inkBox(drawn.pixels, drawn);
  if (own === null) return { ink: null, isClipped: false, contrast: 21 };
  const isClipped = own.x <= 0 || own.y <= 0 || own.x + own.width >= drawn.width || own.y + own.height >= drawn.height;
  return {
    ink: { ...own, x: own.x + drawn.x, y: own.y + drawn.y },
    isClipped,
    contrast: worstTile(canvas, drawn, own),
  };
}

/**
 * Contrast of the text colour with the mean of what is under it, tile by tile (half the size of the type a side); the worst
 * tile with ink in it counts.
 */
function worstTile(canvas: Canvas, drawn: DrawnText, own: Box): number {
  const side = Math.max(6, Math.min(64, Math.round(drawn.block.size / 2)));
  const color = luminanceOf(drawn.block.color);
  let worst = 21;
  for (let y = own.y; y < own.y + own.height; y += side) {
    for (let x = own.x; x < own.x + own.width; x += side) {
      const light = tileUnder(canvas, drawn, {
        x,
        y,
        width: Math.min(side, own.x + own.width - x),
        height: Math.min(side, own.y + own.height - y),
      });
      if (light !== null) worst = Math.min(worst, contrast(color, light));
    }
  }
  return worst;
}

/** Mean luminance of the canvas under a tile; null where the tile has no ink. Every second pixel is looked at. */
function tileUnder(canvas: Canvas, drawn: DrawnText, tile: Box): number | null {
  let hasInk = false;
  let [sum, count] = [0, 0];
  for (let y = tile.y; y < tile.y + tile.height; y += 2) {
    const row = y + drawn.y;
    if (row < 0 || row >= canvas.height) continue;
    for (let x = tile.x; x < tile.x + tile.width; x += 2) {
      const column = x + drawn.x;
      if (column < 0 || column >= canvas.width) continue;
      if ((drawn.pixels[(y * drawn.width + x) * 4 + 3] ?? 0) > 96) hasInk = true;
      const at = (row * canvas.width + column) * 3;
      sum += luminance(canvas.pixels[at] ?? 0, canvas.pixels[at + 1] ?? 0, canvas.pixels[at + 2] ?? 0);
      count++;
    }
  }
  return hasInk && count > 0 ? sum / count : null;
}
