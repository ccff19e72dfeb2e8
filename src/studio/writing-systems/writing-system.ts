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

/** Properties of a writing system. One file each, listed in `registry.ts`. */
export interface WritingSystem {
  name: WritingSystemName;
  /** ISO 15924 codes, as `Intl.Locale` returns them, of languages in this writing system. */
  codes: readonly string[];
  /**
   * Matches one character of it. Han characters match four writing systems; `hanWritingSystem` decides which one sets
   * them.
   */
  pattern: RegExp;
  direction: 'ltr' | 'rtl';
  /** True if letters may be moved together or apart. */
  takesTracking: boolean;
  /** OpenType features of headlines, in CSS syntax. */
  displayFeatures?: string;
  /** Least leading, as a multiple of the size. */
  leadingMin: number;
  /** Used if the chosen face lacks the letters. */
  fallback: Face;
  /** Distance that letters and marks extend beyond the top and foot of the sample, in em. */
  reach: { above: number; below: number };
  /** A flat capital or similar letter, whose top and foot are used for alignment. */
  sample: string;
}
