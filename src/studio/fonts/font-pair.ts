import type { Tone } from '../brief.ts';
import type { WritingSystemName } from '../writing-systems/writing-system.ts';

/** One weight of a family from the package `@fontsource/<family>`. */
export interface Face {
  family: string;
  weight: number;
  /** True for the package `@fontsource-variable/<family>`, whose files contain all weights. */
  isVariable?: true;
}

/** A display face and a matching text face. One file each, listed in `registry.ts`. */
export interface FontPair {
  name: string;
  tones: readonly Tone[];
  /** Writing systems of the display face. */
  writingSystems: readonly WritingSystemName[];
  display: Face;
  text: Face;
  /** For buttons and prices in small sizes. */
  strong: Face;
  /** Tracking of headlines in em, above 8u. */
  tracking: number;
  /** Line height of headlines above 9u; smaller ones get 0.1 more. */
  leading: number;
}
