import type { Tone } from '../brief.ts';
import type { WritingSystemName } from '../writing-systems/writing-systems.ts';
import type { Face } from './face.ts';

/** A display face and a matching text face. */
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
