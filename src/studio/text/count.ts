const fullWidth = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu;
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const thai = /(?!\p{M})\p{Script=Thai}/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}]/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Returns the length of a text, measured in letters of an alphabet. A full-width (East Asian) character counts as two
 * letters, and a combining mark as none.
 */
export function letterCount(text: string): number {
  return text.length + count(text, fullWidth) - count(text, /\p{M}/gu);
}

/**
 * Returns the approximate number of words in a text. In writing systems without spaces between words, three Han
 * characters or six Thai characters count as one word.
 */
export function wordCount(text: string): number {
  const spaced = text.split(/[ \u00a0]/u).filter((token) => token !== '' && hasSpacedWord(token)).length;
  return spaced + Math.ceil(count(text, han) / 3 + count(text, thai) / 6);
}

const hasSpacedWord = (token: string): boolean => {
  const rest = token.replace(unspaced, '');
  return rest === token || /[\p{L}\p{N}]/u.test(rest);
};
