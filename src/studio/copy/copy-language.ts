import type { Copy } from '../brief.ts';

/**
 * Writing systems other than Latin, each with its default language. The first match counts. Japanese kana comes before
 * Han, because Japanese texts contain Han characters too.
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

export function canBeIn(language: string, text: string): boolean {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  const written = scripts.find(([letters]) => letters.test(text));
  return written === undefined ? script === 'Latn' || !/\p{L}/u.test(text) : written[1].includes(script);
}

/**
 * Returns the language of the ad's texts, as a canonical BCP-47 tag: the first candidate that fits the letters of the
 * texts, else the default language for these letters. The language decides the typographic rules. It may differ from
 * the requested language, because texts of a web page are not translated.
 */
export function copyLanguage(copy: Copy, candidates: readonly string[]): string {
  const text = [copy.headline, copy.subheadline, copy.cta, copy.offer].join(' ');
  const written = scripts.find(([letters]) => letters.test(text))?.[2] ?? 'en';
  const chosen = candidates.find((language) => canBeIn(language, text)) ?? written;
  return Intl.getCanonicalLocales(chosen)[0] ?? 'en';
}
