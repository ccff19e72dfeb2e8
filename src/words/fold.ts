import { printed } from '../domain/printed-text.ts';

/**
 * Matches accented letters whose accents are ignored when texts are compared with the word lists. In other scripts,
 * such as Thai, combining marks are vowels, so they are not ignored.
 */
const accents = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

/** Returns a text in lower case, without accents, and with one space in place of punctuation and white space. */
export function fold(text: string): string {
  return printed(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '$1')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
