import { type Canvas, clipped, lightAt } from '../canvas/canvas.ts';
import { contrast, luminanceOf } from '../color.ts';
import { inkBox } from '../photo/cut-out.ts';
import type { Box } from '../box.ts';
import type { DrawnText } from '../text/engine.ts';

interface TextInk {
  ink: Box | null;
  isClipped: boolean;
  contrast: number;
}

/**
 * Measures where a text is visible and how much it contrasts with the canvas. Call this function before the text is
 * painted, because `canvas` must show what lies under the text.
 */
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
 * Returns the lowest contrast of a text with the canvas under it. The canvas is averaged in square tiles with a side of
 * about half the font size. Tiles without visible pixels of the text are ignored.
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

function tileUnder(canvas: Canvas, drawn: DrawnText, tile: Box): number | null {
  const { left, top, right, bottom } = clipped(canvas, { ...tile, x: tile.x + drawn.x, y: tile.y + drawn.y });
  let hasInk = false;
  let [sum, count] = [0, 0];
  for (let row = top; row < bottom; row += 2) {
    for (let column = left; column < right; column += 2) {
      hasInk ||= (drawn.pixels[((row - drawn.y) * drawn.width + column - drawn.x) * 4 + 3] ?? 0) > 96;
      sum += lightAt(canvas, column, row);
      count++;
    }
  }
  return hasInk ? sum / count : null;
}
