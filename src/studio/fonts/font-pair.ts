import type { Tone } from '../brief.ts';
import type { WritingSystemName } from '../writing-systems/writing-systems.ts';
import type { Face } from './face.ts';

/**
 * Font faces that suit each other: `display` for headlines and prices, `text` for longer text, and `strong` for buttons
 * and offers.
 */
export interface FontPair {
  name: string;
  tones: readonly Tone[];
  writingSystems: readonly WritingSystemName[];
  display: Face;
  text: Face;
  strong: Face;
  /**
   * Letter spacing, in em, of headlines with a font size above 8 % of the canvas's short side. Smaller headlines get
   * less letter spacing.
   */
  tracking: number;
  /**
   * Line height, as a multiple of the font size, of headlines with a font size above 9 % of the canvas's short side.
   * For smaller headlines, 0.09 is added to this line height.
   */
  leading: number;
}
