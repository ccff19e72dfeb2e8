import type { Copy } from '../brief.ts';

/** Scripts that are not Latin, with the language to assume where nobody says which. Japanese kana before Han. */
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

/** True where a text can be in a language, as far as its letters tell. */
export function canBeIn(language: string, text: string): boolean {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  const written = scripts.find(([letters]) => letters.test(text));
  return written === undefined ? script === 'Latn' || !/\p{L}/u.test(text) : written[1].includes(script);
}

/**
 * The language to set the copy in: the first of the candidates that its letters allow, else the one they speak for. Copy
 * is never translated, so the page's words may stand in an ad asked for in another language. Canonical BCP-47.
 */
export function copyLanguage(copy: Copy, candidates: readonly string[]): string {
  const text = [copy.headline, copy.subheadline, copy.cta, copy.offer].join(' ');
  const written = scripts.find(([letters]) => letters.test(text))?.[2] ?? 'en';
  const chosen = candidates.find((language) => canBeIn(language, text)) ?? written;
  return Intl.getCanonicalLocales(chosen)[0] ?? 'en';
}
