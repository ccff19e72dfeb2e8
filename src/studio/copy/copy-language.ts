import type { Copy } from '../brief.ts';

/**
 * Writing systems other than Latin, each with its default language. Japanese kana comes before Han, because Japanese
 * texts contain Han characters too.
 */
const scripts: [script: RegExp, names: string[], language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['Jpan'], 'ja'],
  [/\p{Script=Hangul}/u, ['Kore'], 'ko'],
  [/\p{Script=Han}/u, ['Hans', 'Hant', 'Jpan'], 'zh-Hans'],
  [/\p{Script=Arabic}/u, ['Arab'], 'ar'],
  [/\p{Script=Hebrew}/u, ['Hebr'], 'he'],
  [/\p{Script=Cyrillic}/u, ['Cyrl'], 'ru'],
  [/\p{Script=Greek}/u, ['Grek'], 'el'],
  [/\p{Script=Thai}/u, ['Thai'], 'th'],
  [/\p{Script=Devanagari}/u, ['Deva'], 'hi'],
];

/** Reports whether the letters of a text allow it to be in a language. */
export function canBeIn(language: string, text: string): boolean {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  const written = scripts.find(([letters]) => letters.test(text));
  return written === undefined ? script === 'Latn' || !/\p{L}/u.test(text) : written[1].includes(script);
}

/**
 * Returns the language whose rules are used for setting the copy, as canonical BCP-47: the first candidate that fits
 * the letters of the copy, else the default language for these letters. Copy is never translated, so texts of a page
 * may appear in an ad of another language.
 */
export function copyLanguage(copy: Copy, candidates: readonly string[]): string {
  const text = [copy.headline, copy.subheadline, copy.cta, copy.offer].join(' ');
  const written = scripts.find(([letters]) => letters.test(text))?.[2] ?? 'en';
  const chosen = candidates.find((language) => canBeIn(language, text)) ?? written;
  return Intl.getCanonicalLocales(chosen)[0] ?? 'en';
}
