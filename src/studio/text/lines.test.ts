import { describe, expect, test } from '@jest/globals';
import { balanced, cut, type Word } from './lines.ts';

/** Splits the text into words whose letters are half an em wide. */
const words = (text: string): Word[] =>
  text.split(' ').map((word) => ({ text: word, characters: word.length, width: word.length / 2 }));
const measure = { space: 0.25, tracking: 0 };
const linesOf = (text: string, limit: number) => balanced(words(text), limit, measure)?.lines;

describe('balanced', () => {
  test.each<[string, string, number, string[]]>([
    ['text that fits stays on one line', 'Made slow', 6, ['Made slow']],
    ['two lines have about the same length', 'Walk where the map goes blank', 10, ['Walk where the', 'map goes blank']],
    ['a line ends where a sentence ends', 'Sweat now. Shine later.', 8, ['Sweat now.', 'Shine later.']],
    ['a short word is not alone on the last line', 'Everything you need to be', 10, ['Everything', 'you need to be']],
    ['words with a no-break space stay together', 'Now only 49\u00a0€ a month', 6.5, ['Now only', '49\u00a0€ a month']],
  ])('%s', (_, text, limit, want) => {
    expect(linesOf(text, limit)).toEqual(want);
  });

  test('phrases without spaces are joined without spaces', () => {
    const phrases = ['一日中、', '冷たい', '水を', '持ち歩く。'].map((text, at): Word => ({
      text,
      characters: text.length,
      width: text.length,
      glued: at > 0,
    }));
    expect(balanced(phrases, 9, measure)).toEqual({ lines: ['一日中、冷たい', '水を持ち歩く。'], widths: [7, 7] });
  });

  test('a phrase wider than a line is cut only where that is allowed', () => {
    const parts = ['ス', 'テ', 'ン', 'レ', 'ス', 'ボ', 'ト', 'ルー'];
    const text = parts.join('');
    const pieces = cut([{ text, characters: text.length, width: text.length, parts }], 4, 0);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter((piece) => piece.text.startsWith('ー'))).toEqual([]);
  });

  test('a word wider than the line does not fit', () => {
    expect(linesOf('Unaufhaltsam', 4)).toBeUndefined();
  });

  test('the pieces of a cut word make the whole word, and each piece fits', () => {
    const pieces = cut(words('Donaudampfschiff'), 3, 0);
    expect(pieces.map(({ text }) => text).join('')).toBe('Donaudampfschiff');
    expect(Math.max(...pieces.map(({ width }) => width))).toBeLessThanOrEqual(3);
  });
});
