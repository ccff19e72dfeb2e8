const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Reports whether a text has the words of another one in their order. Case and punctuation do not count, and neither does
 * a space between an amount and its currency. `$29` is not in `$29.50`, and `art` is not in `start`.
 */
export function hasWords(text: string, wanted: string): boolean {
  const words = wordsOf(wanted);
  if (words === '') return false;
  return unspaced.test(words) ? wordsOf(text).includes(words) : ` ${wordsOf(text)} `.includes(` ${words} `);
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\u00ad/gu, '')
    .replace(/(?<!\p{N})[.,]|[.,](?!\p{N})|[^\p{L}\p{M}\p{N}\p{Sc}%.,]+/gu, ' ')
    .replace(/(?<=\p{Sc}) +(?=\p{N})|(?<=\p{N}) +(?=[\p{Sc}%])/gu, '')
    .replace(/ +/gu, ' ')
    .trim();
