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

/**
 * The language to set the copy in. Copy is never translated, so the page's words may stand in an ad asked for in another
 * language: what is set is what stands there. `asked` and `ofPage` are BCP-47; the answer is canonical.
 */
export function copyLanguage(copy: Copy, asked: string, ofPage: string | null): string {
  const text = [copy.headline, copy.subheadline, copy.cta, copy.offer].join(' ');
  const written = scripts.find(([script]) => script.test(text));
  const fits = (language: string): boolean => {
    const { script = 'Latn' } = new Intl.Locale(language).maximize();
    return written === undefined ? script === 'Latn' || !/\p{L}/u.test(text) : written[1].includes(script);
  };
  const chosen = [asked, ofPage].find((language) => language !== null && fits(language)) ?? written?.[2] ?? 'en';
  return Intl.getCanonicalLocales(chosen)[0] ?? 'en';
}
