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

/** Properties of a writing system. Each writing system has its own file, which is listed in `registry.ts`. */
export interface WritingSystem {
  name: WritingSystemName;
  /** ISO 15924 codes of this writing system, as `Intl.Locale` returns them for a language. */
  codes: readonly string[];
  /**
   * Matches one character of this writing system. Han characters match four writing systems; `hanWritingSystem` decides
   * which of the four is used for an ad.
   */
  pattern: RegExp;
  direction: 'ltr' | 'rtl';
  /** True if the space between letters may be changed. */
  takesTracking: boolean;
  /** OpenType features of headlines, in CSS syntax. */
  displayFeatures?: string;
  /** Minimum distance between baselines, as a multiple of the font size. */
  leadingMin: number;
  /** Face that is used if the chosen face lacks the letters. */
  fallback: Face;
  /** Largest distance, in em, that letters and marks extend above the top and below the foot of the sample letter. */
  reach: { above: number; below: number };
  /** Sample letter, a flat capital or similar, whose top and foot are used for alignment. */
  sample: string;
}
