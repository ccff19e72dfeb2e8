import type { Tone } from '../brief.ts';
import type { WritingSystemName } from '../writing-systems/writing-system.ts';

/** One weight of a family that comes as the package `@fontsource/<family>`. */
export interface Face {
  family: string;
  weight: number;
  /** It is `@fontsource-variable/<family>` instead, whose files have all weights in them. */
  isVariable?: true;
}

/** A display and a text face that go together. One file each; named in `registry.ts`. */
export interface FontPair {
  name: string;
  tones: readonly Tone[];
  /** writing systems the display face itself has. */
  writingSystems: readonly WritingSystemName[];
  display: Face;
  text: Face;
  /** For actions and prices in small sizes. */
  strong: Face;
  /** Tracking of headlines in em, above 8u. */
  tracking: number;
  /** Leading of headlines above 9u; smaller ones get 0.1 more. */
  leading: number;
}
