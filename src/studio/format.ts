import type { Box, Size } from './box.ts';

/**
 * Shape of a canvas, by the ratio of its width to its height. A `banner` is at least 2.4 times as wide as it is high, a
 * `skyscraper` more than 2.4 times as high as it is wide.
 */
export type Shape = 'skyscraper' | 'tall' | 'square' | 'wide' | 'banner';

export interface Format extends Size {
  /** Length of 1 % of the canvas's short side, in pixels. */
  u: number;
  /** Unit of type sizes, in pixels: equal to `u` on a square canvas and larger on longer canvases. */
  type: number;
  shape: Shape;
  margin: number;
  /** Area of the canvas that may contain texts, buttons and the logo. */
  safe: Box;
  /**
   * Heights, in pixels, of the zones along the top and bottom edges in which the app on a phone draws its buttons over
   * the ad. Texts and logo stay out of these zones. Null for formats without such zones.
   */
  zones: { top: number; bottom: number } | null;
}

function shapeOf(ratio: number): Shape {
  if (ratio < 1 / 2.4) return 'skyscraper';
  if (ratio < 0.74) return 'tall';
  if (ratio <= 1.3) return 'square';
  return ratio < 2.4 ? 'wide' : 'banner';
}

export const isAcross = ({ shape }: Pick<Format, 'shape'>): boolean => shape === 'wide' || shape === 'banner';

const isStory = (ratio: number) => ratio >= 0.5 && ratio <= 0.6;

/**
 * Returns the factor by which type is larger than on a square canvas with the same short side: a power of the ratio of
 * long to short side. With an exponent of 0.5, type would cover the same share of the area on every canvas. The
 * exponent is smaller, because lines are not longer on an upright canvas, and a wide canvas has no room for more lines.
 * It is smallest for a skyscraper, where larger type would break every word.
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

/**
 * Returns a format whose safe area, in which texts, buttons and the logo are placed, has more space above and below. It
 * is used when a layout is tried again, because a looser composition passes the quality checks more easily.
 */
export function calmer(format: Format): Format {
  const by = 2.5 * format.u;
  return { ...format, safe: { ...format.safe, y: format.safe.y + by, height: format.safe.height - 2 * by } };
}
