import type { Tone } from '../brief.ts';
import type { WritingSystemName } from '../writing-systems/writing-system.ts';

/** One weight of a family from the package `@fontsource/<family>`. */
export interface Face {
  family: string;
  weight: number;
  /** True for the package `@fontsource-variable/<family>`, whose files contain all weights. */
  isVariable?: true;
}

/** A display face and a matching text face. Each pair has its own file, which is listed in `registry.ts`. */
export interface FontPair {
  name: string;
  tones: readonly Tone[];
  /** Writing systems of the display face. */
  writingSystems: readonly WritingSystemName[];
  display: Face;
  text: Face;
  /** Face for buttons and for prices in small sizes. */
  strong: Face;
  /** Letter spacing of headlines, in em, at sizes above 8u (u is 1 % of the short side of the ad). */
  tracking: number;
  /** Line height of headlines above 9u (u is 1 % of the short side of the ad). Smaller headlines get 0.09 more. */
  leading: number;
}
