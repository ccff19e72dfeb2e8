import type { QualityCheck } from '../brief.ts';
import type { Canvas } from '../canvas/canvas.ts';
import type { Scene } from '../scene.ts';
import type { Box } from '../box.ts';
import type { Format } from '../format.ts';
import type { DrawnText } from '../text/engine.ts';

export interface InkedText {
  drawn: DrawnText;
  /** Box of the visible pixels of the text. Null if there are none. */
  ink: Box | null;
  /** True if visible pixels touch the edge of the drawn text's bitmap, so that a part of the text may be cut off. */
  isClipped: boolean;
  contrast: number;
  /** Characters of the text for which no font has a glyph. */
  missing: string[];
}

/** A finished ad to check. The contrast of each text is measured on the canvas just before the text is painted. */
export interface Proof {
  scene: Scene;
  format: Format;
  canvas: Canvas;
  texts: InkedText[];
}

/**
 * A quality check that everything of a kind must pass. Each check has its own file and is listed in a registry. Returns
 * null if there is nothing to which the check applies.
 */
export type RuleOf<P> = (proof: P) => QualityCheck | null | Promise<QualityCheck | null>;

/** A quality check of every image ad, and of every shot of a film at rest. */
export type Rule = (proof: Proof) => QualityCheck | null;
