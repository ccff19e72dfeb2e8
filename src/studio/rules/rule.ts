import type { QualityCheck } from '../brief.ts';
import type { Canvas } from '../canvas/canvas.ts';
import type { Box, Scene } from '../scene.ts';
import type { Format } from '../format.ts';
import type { DrawnText } from '../text/engine.ts';

/** A drawn text with its ink and its contrast. */
export interface InkedText {
  drawn: DrawnText;
  /** Box on the canvas; null if nothing was drawn. */
  ink: Box | null;
  /** True if ink touches the edge of the drawn text, so that more of it may be missing. */
  isClipped: boolean;
  /** Contrast of the worst tile. */
  contrast: number;
  /** Characters without a glyph in any font. */
  missing: string[];
}

/**
 * A finished ad with the measurements made while painting: contrast before each text was painted, ink from the pixels
 * of the text.
 */
export interface Proof {
  scene: Scene;
  format: Format;
  canvas: Canvas;
  texts: InkedText[];
}

/**
 * A quality check that every ad must pass. One file each, listed in `registry.ts`. Null if there is nothing to check.
 */
export interface Rule {
  name: string;
  check: (proof: Proof) => QualityCheck | null;
}
