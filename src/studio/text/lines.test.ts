import { describe, expect, test } from '@jest/globals';
import { balanced, cut, divided, type Word } from './lines.ts';

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

  test('a line does not end with an article or a preposition if it need not', () => {
    const leaning = words('Desserts of the house with coffee').map((word) => ({
      ...word,
      leans: ['of', 'the', 'with'].includes(word.text),
    }));
    expect(balanced(leaning, 12, measure)?.lines).toEqual(['Desserts of the house', 'with coffee']);
  });

  test.each<[string, string, number, boolean]>([
    ['four lines of one short word are poor', 'Lew, który nie gryzie', 3.2, true],
    ['two balanced lines are not', 'Lew, który nie gryzie', 5.2, false],
    ['three lines of one long word are not', 'Chocolate. Without cocoa.', 5, false],
    ['a last line of one tiny word is poor', 'Wonderful new', 5, true],
    ['a last line of one word that is much shorter is poor', 'Small things your kitchen wants', 6, true],
    ['a line of one word that is much shorter is poor', 'The dresses that saysyes to August', 5, true],
    ['a short sentence with a line for each word is poor', 'Un canapé. Deux versions.', 6, true],
    ['two lines of one word each are not', 'Deux versions.', 5, false],
    ['a short clause on two lines is poor', 'Three caps, one good head', 5.5, true],
    ['a short clause on a line of its own is not', 'Three caps, one good head', 7, false],
  ])('%s', (_, text, limit, want) => {
    expect(balanced(words(text), limit, measure)?.isPoor === true).toBe(want);
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

  test('the pieces of a cut word end with its mark, except the last', () => {
    const [word] = words('Brrrrrrrrrrr');
    const pieces = cut([{ text: '', characters: 0, width: 0, ...word, cutEnd: hyphen(0) }], 3, 0);
    expect(balanced(pieces, 3, measure)?.lines.join(' ')).toMatch(/^(?:B?r+- )+r+$/u);
  });
});

const hyphen = (cost: number) => ({ text: '-', width: 0.5, cost });

/** Returns a word with pieces, each with the cost of a line that ends after it. */
function compound(...pieces: [text: string, cost?: number][]): Word {
  const whole = pieces.map(([text]) => text).join('');
  return {
    text: whole,
    characters: whole.length,
    width: whole.length / 2,
    pieces: pieces.map(([text, cost], at) => ({
      text,
      characters: text.length,
      width: text.length / 2,
      glued: at > 0,
      ...(cost !== undefined && { end: hyphen(cost) }),
    })),
  };
}

describe('a word with places where it may be divided', () => {
  const insurance = compound(['Haft', 0.2], ['pflicht', 0.05], ['ver', 0.9], ['siche', 0.5], ['rung']);
  const lines = (limit: number, all: Word[] = [insurance], linesMax = 9) =>
    balanced(divided(all, limit, 0), limit, { ...measure, linesMax });

  test('is not divided if it fits', () => {
    expect(lines(12)?.lines).toEqual(['Haftpflichtversicherung']);
  });

  test('shows a hyphen at the end of a line and nowhere else', () => {
    expect(lines(7)?.lines).toEqual(['Haftpflicht-', 'versicherung']);
  });

  test('has one line more if that avoids a bad place', () => {
    const text = [insurance, ...words('ab 9')];
    expect(lines(7.5, text, 2)?.lines).toEqual(['Haftpflichtver-', 'sicherung ab 9']);
    expect(lines(7.5, text, 3)?.lines).toEqual(['Haftpflicht-', 'versicherung', 'ab 9']);
  });

  test('has lines, with their hyphens, that are no wider than the limit', () => {
    for (const limit of [4.5, 5, 6, 7.5, 9]) {
      const set = lines(limit, [...words('Ihre neue'), insurance]);
      expect(Math.max(...(set?.widths ?? [Infinity]))).toBeLessThanOrEqual(limit);
    }
  });

  test('shares its last line with the words after it', () => {
    expect(lines(9, [insurance, ...words('ab 9')])?.lines).toEqual(['Haftpflicht-', 'versicherung ab 9']);
  });
});
