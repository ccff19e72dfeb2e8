import { describe, expect, test } from '@jest/globals';
import { balanced, cut, type Word } from './lines.ts';

/** Every letter half an em wide. */
const words = (text: string): Word[] =>
  text.split(' ').map((word) => ({ text: word, characters: word.length, width: word.length / 2 }));
const measure = { space: 0.25, tracking: 0 };
const linesOf = (text: string, limit: number) => balanced(words(text), limit, measure)?.lines;

describe('lines break where they read best', () => {
  test.each<[string, string, number, string[]]>([
    ['what fits stays on one line', 'Made slow', 6, ['Made slow']],
    ['two lines are about equal', 'Walk where the map goes blank', 10, ['Walk where the', 'map goes blank']],
    ['a sentence ends its line', 'Sweat now. Shine later.', 8, ['Sweat now.', 'Shine later.']],
    ['no short word alone at the end', 'Everything you need to be', 10, ['Everything', 'you need to be']],
    ['what must stay together does', 'Now only 49\u00a0€ a month', 6.5, ['Now only', '49\u00a0€ a month']],
  ])('%s', (_, text, limit, want) => {
    expect(linesOf(text, limit)).toEqual(want);
  });

  test('phrases without spaces are put together without them', () => {
    const phrases = ['一日中、', '冷たい', '水を', '持ち歩く。'].map((text, at): Word => ({
      text,
      characters: text.length,
      width: text.length,
      glued: at > 0,
    }));
    expect(balanced(phrases, 9, measure)).toEqual({ lines: ['一日中、冷たい', '水を持ち歩く。'], widths: [7, 7] });
  });

  test('a phrase that no line can hold is cut where it may be', () => {
    const parts = ['ス', 'テ', 'ン', 'レ', 'ス', 'ボ', 'ト', 'ルー'];
    const text = parts.join('');
    const pieces = cut([{ text, characters: text.length, width: text.length, parts }], 4, 0);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter((piece) => piece.text.startsWith('ー'))).toEqual([]);
  });

  test('a word that is wider than the line does not fit', () => {
    expect(linesOf('Unaufhaltsam', 4)).toBeUndefined();
  });

  test('a cut word is whole again when its pieces are put together, and each fits', () => {
    const pieces = cut(words('Donaudampfschiff'), 3, 0);
    expect(pieces.map(({ text }) => text).join('')).toBe('Donaudampfschiff');
    expect(Math.max(...pieces.map(({ width }) => width))).toBeLessThanOrEqual(3);
  });
});
