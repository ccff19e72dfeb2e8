import type { Box, Size } from './scene.ts';

/** `banner` has a ratio of at least 2.4:1, `skyscraper` of at most 1:2.4. */
export type Shape = 'skyscraper' | 'tall' | 'square' | 'wide' | 'banner';

/** Measurements of a canvas for all layouts. */
export interface Format extends Size {
  /** 1 % of the short side. */
  u: number;
  /** Unit of type sizes: `u` on a square, larger on longer canvases. */
  type: number;
  shape: Shape;
  margin: number;
  /** Area for text, buttons and logo. */
  safe: Box;
  /** Heights that must stay free for the controls of a phone; null if the format has none. */
  zones: { top: number; bottom: number } | null;
}

function shapeOf(ratio: number): Shape {
  if (ratio < 1 / 2.4) return 'skyscraper';
  if (ratio < 0.74) return 'tall';
  if (ratio <= 1.3) return 'square';
  return ratio < 2.4 ? 'wide' : 'banner';
}

/** Reports whether a ratio is that of a full-screen story: 9:16 and near it. */
const isStory = (ratio: number) => ratio >= 0.5 && ratio <= 0.6;

/**
 * Scale of type sizes for a ratio. Equal area would give the square root of the ratio. The exponent is smaller, because
 * lines do not get longer on an upright canvas, nor more numerous on a wide one. It is smallest on a skyscraper, where
 * every word breaks.
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
