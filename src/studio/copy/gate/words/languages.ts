/** Languages that the word lists of the gate cover. A new language needs one line in each list of this folder. */
export const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'tr',
  'ru',
  'ar',
  'he',
  'hi',
  'ja',
  'ko',
  'zh',
  'vi',
  'id',
  'uk',
  'cs',
  'sk',
  'da',
  'nb',
  'fi',
  'hu',
  'ro',
  'el',
  'hr',
] as const;
export type Language = (typeof languages)[number];

/**
 * Phrases of each language, separated by `|`. `*` stands for any text, `#` for a number. Case, accents and punctuation
 * do not count.
 */
export type WordList = Readonly<Record<Language, string>>;
