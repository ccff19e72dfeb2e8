import type { QualityCheck } from '../brief.ts';
import type { Canvas } from '../canvas/canvas.ts';
import type { Scene } from '../scene.ts';
import type { Box } from '../box.ts';
import type { Format } from '../format.ts';
import type { DrawnText } from '../text/engine.ts';

/** A drawn text with the box of its ink and its contrast with the canvas. */
export interface InkedText {
  drawn: DrawnText;
  /** Box of the text's ink on the canvas; null if nothing of the text was drawn. */
  ink: Box | null;
  /** True if ink touches the edge of the drawn text, so that a part of the text beyond this edge may be missing. */
  isClipped: boolean;
  /** Lowest contrast of the text with the canvas, measured in small tiles. */
  contrast: number;
  /** Characters of the text that have no glyph in any font. */
  missing: string[];
}

/**
 * A finished ad with the measurements made while painting: the contrast of each text, taken from the canvas before the
 * text was painted, and the ink of each text, taken from the pixels of that text.
 */
export interface Proof {
  scene: Scene;
  format: Format;
  canvas: Canvas;
  texts: InkedText[];
}

/**
 * A quality check that every ad must pass. Each check has a file of its own, listed in `registry.ts`. It returns null
 * if the ad has nothing to check.
 */
export interface Rule {
  name: string;
  check: (proof: Proof) => QualityCheck | null;
}
