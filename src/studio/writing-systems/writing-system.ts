import type { Face } from '../fonts/font-pair.ts';

export type WritingSystemName =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'thai'
  | 'devanagari'
  | 'japanese'
  | 'korean'
  | 'chinese-simplified'
  | 'chinese-traditional';

/** How a writing system is set. One file each; named in `registry.ts`. */
export interface WritingSystem {
  name: WritingSystemName;
  /** ISO 15924 codes, as `Intl.Locale` gives them, of the languages set in it. */
  codes: readonly string[];
  /** Matches one character that belongs to it. Han characters match four writing systems; `hanWritingSystem` says which one they are set in. */
  pattern: RegExp;
  direction: 'ltr' | 'rtl';
  /** Whether letters may be moved together or apart. */
  takesTracking: boolean;
  /** OpenType features of headlines, as CSS has them. */
  displayFeatures?: string;
  /** Room above and below: least leading, as a multiple of the size. */
  leadingMin: number;
  /** Has the letters when the chosen face has not. */
  fallback: Face;
  /** How far letters and marks reach beyond the sample's top and foot, in em. */
  reach: { above: number; below: number };
  /** A flat capital or its like, whose top and foot are what the eye aligns by. */
  sample: string;
}
