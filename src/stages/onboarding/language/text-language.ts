import { frequentWords, type WordLanguage } from './frequent-words.ts';

const lettersMin = 20;
/** Number of characters of a text that are examined. */
const charactersMax = 12_000;

/** Scripts that only one language of websites uses, or whose most common language is a safe answer. */
const scripts: [letters: RegExp, shareMin: number, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.08, 'ja'],
  [/\p{Script=Hangul}/gu, 0.2, 'ko'],
  [/\p{Script=Han}/gu, 0.2, 'zh'],
  [/[پچژگک]/gu, 0.05, 'fa'],
  [/\p{Script=Arabic}/gu, 0.3, 'ar'],
  [/\p{Script=Hebrew}/gu, 0.3, 'he'],
  [/\p{Script=Greek}/gu, 0.3, 'el'],
  [/\p{Script=Thai}/gu, 0.3, 'th'],
  [/\p{Script=Devanagari}/gu, 0.3, 'hi'],
];

/** Language of a text. `isClear` is true if the text is long enough to trust it more than a declared language. */
export interface TextLanguage {
  language: string;
  isClear: boolean;
  /** Number of frequent words of each known language. Empty if the language was recognised by its letters. */
  hits: ReadonlyMap<string, number>;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const lists = Object.entries(frequentWords).map(
  ([language, words]) => [language as WordLanguage, new Set(words.split(' '))] as const,
);

/** Number of frequent words that a language needs, and the factor by which it must exceed every other language. */
const enough = { hits: 4, lead: 1.25 };
const clear = { hits: 15, lead: 1.5 };

/** Languages that share most of their frequent words, so that a short text has nearly as many of either. */
const siblings: readonly (readonly WordLanguage[])[] = [
  ['da', 'nb'],
  ['cs', 'sk'],
];

const isSibling = (one: WordLanguage, other: WordLanguage | undefined): boolean =>
  siblings.some((family) => family.includes(one) && other !== undefined && family.includes(other));

function byWords(text: string): TextLanguage | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const hits = lists
    .map(([language, frequent]) => ({ language, hits: words.filter((word) => frequent.has(word)).length }))
    .sort((one, other) => other.hits - one.hits);
  const [best, ...others] = hits;
  const next = others.find(({ language }) => !isSibling(language, best?.language));
  if (best === undefined || next === undefined) return undefined;
  const leads = ({ hits: min, lead }: typeof enough): boolean => best.hits >= min && best.hits >= next.hits * lead;
  if (!leads(enough)) return undefined;
  const byLanguage = new Map(hits.map((one) => [one.language, one.hits]));
  return { language: best.language, isClear: leads(clear), hits: byLanguage };
}

/**
 * Returns the language of a text: by its script if only one language uses it, else by its frequent words. Returns
 * undefined if the text is too short or mixed.
 */
export function textLanguage(raw: string): TextLanguage | undefined {
  const text = raw.slice(0, charactersMax).normalize('NFC');
  const letters = count(text, /\p{L}/gu);
  if (letters < lettersMin) return undefined;
  const script = scripts.find(([pattern, shareMin]) => count(text, pattern) >= letters * shareMin);
  if (script === undefined) return byWords(text);
  return { language: script[2], isClear: letters >= lettersMin * 5, hits: new Map() };
}
