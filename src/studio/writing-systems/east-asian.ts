import type { WritingSystem } from './writing-system.ts';

/** Properties that Japanese, Korean and Chinese share. Their full-height letters need more distance between lines. */
const common = {
  direction: 'ltr',
  takesTracking: false,
  leadingMin: 1.25,
  reach: { above: 0.28, below: 0.38 },
} as const;

export const japanese: WritingSystem = {
  ...common,
  name: 'japanese',
  codes: ['Jpan'],
  pattern: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
  // Proportional spacing for headlines: brackets, commas and small kana are set without the blank half of their square.
  displayFeatures: '"palt"',
  fallback: { family: 'noto-sans-jp', weight: 600, isVariable: true },
  sample: '国',
};

export const korean: WritingSystem = {
  ...common,
  name: 'korean',
  codes: ['Kore'],
  pattern: /[\p{Script=Han}\p{Script=Hangul}]/u,
  fallback: { family: 'noto-sans-kr', weight: 600, isVariable: true },
  sample: '한',
};

export const chineseSimplified: WritingSystem = {
  ...common,
  name: 'chinese-simplified',
  codes: ['Hans'],
  pattern: /\p{Script=Han}/u,
  fallback: { family: 'noto-sans-sc', weight: 600, isVariable: true },
  sample: '国',
};

export const chineseTraditional: WritingSystem = {
  ...common,
  name: 'chinese-traditional',
  codes: ['Hant'],
  pattern: /[\p{Script=Han}\p{Script=Bopomofo}]/u,
  fallback: { family: 'noto-sans-tc', weight: 600, isVariable: true },
  sample: '國',
};

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

/**
 * Returns the writing system for the Han characters of an ad. The shapes of these characters differ by country, so one
 * choice holds for all of the copy: Japanese if there is kana, else Korean if there is Hangul, else the choice of the
 * language tag, else simplified Chinese.
 */
export function hanWritingSystem(texts: string, language: string): WritingSystem {
  if (kana.test(texts)) return japanese;
  if (hangul.test(texts)) return korean;
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  if (spoken === 'ja') return japanese;
  if (spoken === 'ko') return korean;
  return script === 'Hant' ? chineseTraditional : chineseSimplified;
}
