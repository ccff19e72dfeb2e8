import type { QualityCheck } from '../brief.ts';
import type { Canvas } from '../canvas/canvas.ts';
import type { Box, Scene } from '../scene.ts';
import type { Format } from '../format.ts';
import type { DrawnText } from '../text/engine.ts';

/** A text as it came out: where its ink is, and how it stands off from what is under it. */
export interface InkedText {
  drawn: DrawnText;
  /** On the canvas; null where nothing was drawn at all. */
  ink: Box | null;
  /** Ink touches the rim of what was drawn, so more of it may be missing. */
  isClipped: boolean;
  /** Worst tile. */
  contrast: number;
  /** Characters no font had. */
  missing: string[];
}

/** A finished picture with what was measured on its way: contrast before the text was laid down, ink from the text's own pixels. */
export interface Proof {
  scene: Scene;
  format: Format;
  canvas: Canvas;
  texts: InkedText[];
}

/** One demand that every ad keeps. One file each; named in `registry.ts`. Null where there is nothing to judge. */
export interface Rule {
  name: string;
  check: (proof: Proof) => QualityCheck | null;
}
