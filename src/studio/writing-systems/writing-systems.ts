import type { Face } from '../fonts/face.ts';

interface Properties {
  name: string;
  codes: readonly string[];
  /**
   * Matches one character of this writing system. A Han character matches four writing systems; `hanWritingSystem`
   * decides which of them is used for an ad.
   */
  pattern: RegExp;
  direction: 'ltr' | 'rtl';
  takesTracking: boolean;
  /** OpenType features for headlines in this writing system, in CSS syntax. */
  displayFeatures?: string;
  /** Minimum line height (distance between baselines), as a multiple of the font size. */
  leadingMin: number;
  fallback: Face;
  /**
   * Maximum distance, in em, that letters and marks extend above the upper edge and below the lower edge of the sample
   * letter (such as a capital H).
   */
  reach: { above: number; below: number };
  /** Sample letter, such as a capital H, whose upper and lower edges are measured to align texts. */
  sample: string;
  /**
   * True for Japanese, Korean and Chinese. One of their characters carries about as much meaning as two letters of an
   * alphabet.
   */
  isEastAsian?: true;
}

/**
 * Properties that Japanese, Korean and Chinese share. Their characters are as high as a line, so these writing systems
 * need more distance between lines.
 */
const eastAsian = {
  direction: 'ltr',
  takesTracking: false,
  leadingMin: 1.25,
  reach: { above: 0.28, below: 0.38 },
  isEastAsian: true,
} as const;

/** All writing systems by name, in the order in which the writing system of a letter is looked up. */
export const byName = {
  latin: {
    name: 'latin',
    codes: ['Latn'],
    pattern: /\p{Script=Latin}/u,
    direction: 'ltr',
    takesTracking: true,
    leadingMin: 0.98,
    fallback: { family: 'noto-sans', weight: 600 },
    reach: { above: 0.14, below: 0.26 },
    sample: 'H',
  },
  cyrillic: {
    name: 'cyrillic',
    codes: ['Cyrl'],
    pattern: /\p{Script=Cyrillic}/u,
    direction: 'ltr',
    takesTracking: true,
    leadingMin: 1.02,
    fallback: { family: 'noto-sans', weight: 600 },
    reach: { above: 0.14, below: 0.26 },
    sample: 'Н',
  },
  greek: {
    name: 'greek',
    codes: ['Grek'],
    pattern: /\p{Script=Greek}/u,
    direction: 'ltr',
    takesTracking: true,
    leadingMin: 1.06,
    fallback: { family: 'noto-sans', weight: 600 },
    reach: { above: 0.14, below: 0.28 },
    sample: 'Η',
  },
  arabic: {
    name: 'arabic',
    codes: ['Arab'],
    pattern: /\p{Script=Arabic}/u,
    direction: 'rtl',
    takesTracking: false,
    leadingMin: 1.3,
    fallback: { family: 'cairo', weight: 600 },
    reach: { above: 0.34, below: 0.5 },
    sample: 'ا',
  },
  hebrew: {
    name: 'hebrew',
    codes: ['Hebr'],
    pattern: /\p{Script=Hebrew}/u,
    direction: 'rtl',
    takesTracking: false,
    leadingMin: 1.08,
    fallback: { family: 'heebo', weight: 600, isVariable: true },
    reach: { above: 0.34, below: 0.4 },
    sample: 'ה',
  },
  // Thai needs much distance between lines, because vowels and tone marks are on two levels above the consonants and on
  // one level below the consonants.
  thai: {
    name: 'thai',
    codes: ['Thai'],
    pattern: /\p{Script=Thai}/u,
    direction: 'ltr',
    takesTracking: false,
    leadingMin: 1.4,
    fallback: { family: 'noto-sans-thai', weight: 600, isVariable: true },
    reach: { above: 0.6, below: 0.32 },
    sample: 'ก',
  },
  // In Devanagari, letters hang from a horizontal line, and vowels are written above this line and below the letters,
  // so lines need more distance.
  devanagari: {
    name: 'devanagari',
    codes: ['Deva'],
    pattern: /\p{Script=Devanagari}/u,
    direction: 'ltr',
    takesTracking: false,
    leadingMin: 1.3,
    fallback: { family: 'noto-sans-devanagari', weight: 600, isVariable: true },
    reach: { above: 0.34, below: 0.36 },
    sample: 'क',
  },
  japanese: {
    ...eastAsian,
    name: 'japanese',
    codes: ['Jpan'],
    pattern: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
    // The OpenType feature `palt` removes the blank half of the square around brackets, commas and small kana in
    // headlines.
    displayFeatures: '"palt"',
    fallback: { family: 'noto-sans-jp', weight: 600, isVariable: true },
    sample: '国',
  },
  korean: {
    ...eastAsian,
    name: 'korean',
    codes: ['Kore'],
    pattern: /[\p{Script=Han}\p{Script=Hangul}]/u,
    fallback: { family: 'noto-sans-kr', weight: 600, isVariable: true },
    sample: '한',
  },
  'chinese-simplified': {
    ...eastAsian,
    name: 'chinese-simplified',
    codes: ['Hans'],
    pattern: /\p{Script=Han}/u,
    fallback: { family: 'noto-sans-sc', weight: 600, isVariable: true },
    sample: '国',
  },
  'chinese-traditional': {
    ...eastAsian,
    name: 'chinese-traditional',
    codes: ['Hant'],
    pattern: /[\p{Script=Han}\p{Script=Bopomofo}]/u,
    fallback: { family: 'noto-sans-tc', weight: 600, isVariable: true },
    sample: '國',
  },
} as const satisfies Record<string, Properties>;

export type WritingSystemName = keyof typeof byName;

export interface WritingSystem extends Properties {
  name: WritingSystemName;
}

export const writingSystems: readonly WritingSystem[] = Object.values(byName);
