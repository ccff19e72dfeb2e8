interface Writing {
  /** Matches a letter that only this writing has. */
  letters: RegExp;
  /** Share of a text's letters from which on the text is in this writing. */
  shareMin: number;
  /** Names of the writing in ISO 15924 that a language may have. */
  names: readonly string[];
  /** Language of a text in this writing of which nothing else is known. */
  language: string;
  /** True if no other language of websites is usual in this writing. */
  isOwn: boolean;
}

/**
 * Writing systems other than Latin. The first match counts. Japanese kana comes before Han, because Japanese texts
 * contain Han characters too.
 */
export const writings: readonly Writing[] = [
  {
    letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    shareMin: 0.08,
    names: ['Jpan'],
    language: 'ja',
    isOwn: true,
  },
  { letters: /\p{Script=Hangul}/u, shareMin: 0.2, names: ['Kore'], language: 'ko', isOwn: true },
  { letters: /\p{Script=Han}/u, shareMin: 0.2, names: ['Hans', 'Hant', 'Jpan'], language: 'zh-Hans', isOwn: true },
  { letters: /\p{Script=Arabic}/u, shareMin: 0.3, names: ['Arab'], language: 'ar', isOwn: false },
  { letters: /\p{Script=Hebrew}/u, shareMin: 0.3, names: ['Hebr'], language: 'he', isOwn: true },
  { letters: /\p{Script=Cyrillic}/u, shareMin: 0.3, names: ['Cyrl'], language: 'ru', isOwn: false },
  { letters: /\p{Script=Greek}/u, shareMin: 0.3, names: ['Grek'], language: 'el', isOwn: true },
  { letters: /\p{Script=Thai}/u, shareMin: 0.3, names: ['Thai'], language: 'th', isOwn: true },
  { letters: /\p{Script=Devanagari}/u, shareMin: 0.3, names: ['Deva'], language: 'hi', isOwn: false },
];

/** Returns the language of a BCP-47 tag without script and region: `zh` for `zh-Hant-TW`. */
export const baseOf = (tag: string): string => (tag.split('-')[0] ?? tag).toLowerCase();

/** Reports whether a text has the letters of a language. A text without letters has those of every language. */
export function canBeIn(language: string, text: string): boolean {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  const written = writings.find(({ letters }) => letters.test(text));
  return written === undefined ? script === 'Latn' || !/\p{L}/u.test(text) : written.names.includes(script);
}
