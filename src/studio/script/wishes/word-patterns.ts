/**
 * Returns the alternatives of a word list as one regular expression. Spaced words are found as whole words. Unspaced
 * words are found anywhere: they belong to writing systems without spaces between words, or with endings joined to them.
 */
export const wordPattern = ({ spaced = [], unspaced = [] }: { spaced?: string[]; unspaced?: string[] }): RegExp =>
  new RegExp([...spaced.map(wholeWord), ...unspaced].map(unaccented).join('|'), 'gu');

/** Letters of writing systems with spaces between words, marks and digits. */
const spacedLetters = '[\\p{Script=Latin}\\p{Script=Arabic}\\p{Script=Devanagari}\\p{M}\\p{N}]';

/** Returns the source of an expression that matches only where the words neither begin nor end within a word. */
const wholeWord = (source: string): string => `(?<!${spacedLetters})(?:${source})(?!${spacedLetters})`;

/** Returns a text in the form in which it is compared with word lists: in lower case and without accents. */
export const comparable = (text: string): string =>
  unaccented(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[’‘`´]/gu, "'"),
  );

/** Many people type Latin letters without accents, and Arabic letters without hamza and vowels. */
const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Arabic}])\p{M}+/gu, '')
    .normalize('NFC');
