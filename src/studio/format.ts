import type { Box, Size } from './box.ts';

/** Shape of a canvas by its ratio of width to height. A `banner` has at least 2.4:1, a `skyscraper` less than 1:2.4. */
export type Shape = 'skyscraper' | 'tall' | 'square' | 'wide' | 'banner';

/** Measurements of a canvas that all layouts use. */
export interface Format extends Size {
  /** Length of 1 % of the canvas's short side, in pixels. */
  u: number;
  /** Unit of type sizes, in pixels: equal to `u` on a square canvas and larger on longer canvases. */
  type: number;
  shape: Shape;
  margin: number;
  /** Area for text, buttons and logo. */
  safe: Box;
  /**
   * Heights of the zones at top and bottom that stay free for the controls of a phone; null if the format has no such
   * zones.
   */
  zones: { top: number; bottom: number } | null;
}

function shapeOf(ratio: number): Shape {
  if (ratio < 1 / 2.4) return 'skyscraper';
  if (ratio < 0.74) return 'tall';
  if (ratio <= 1.3) return 'square';
  return ratio < 2.4 ? 'wide' : 'banner';
}

/** Reports whether a ratio of width to height is that of a full-screen story: 9:16 or near 9:16. */
const isStory = (ratio: number) => ratio >= 0.5 && ratio <= 0.6;

/**
 * Returns the scale of type sizes for the shape of a canvas. Type of the same share of the area would need the square
 * root of the ratio of long to short side. The exponent is smaller, because an upright canvas has no longer lines and a
 * wide canvas has no more lines. It is smallest on a skyscraper, where every word breaks.
 */
function typeScale({ width, height }: Size, shape: Shape): number {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return ratio ** (shape === 'skyscraper' ? 0.25 : 0.4);
}

export function formatOf({ width, height }: Size): Format {
  const ratio = width / height;
  const u = Math.min(width, height) / 100;
  const shape = shapeOf(ratio);
  const type = u * typeScale({ width, height }, shape);
  const margin = u * (ratio >= 2.4 ? 8 : 6);
  const zones = isStory(ratio) ? { top: height * 0.14, bottom: height * 0.2 } : null;
  const top = Math.max(margin, zones === null ? 0 : zones.top + u);
  const bottom = Math.max(margin, zones?.bottom ?? 0);
  const safe = { x: margin, y: top, width: width - 2 * margin, height: height - top - bottom };
  return { width, height, u, type, shape, margin, safe, zones };
}
