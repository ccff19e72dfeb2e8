import { describe, expect, test } from '@jest/globals';
import { painted, paintedButton } from '../../../../test/support/brands/painted.ts';
import type { Evidence } from '../evidence.ts';
import type { PaintedWords } from './facts.ts';
import { paintedCalls, paintedFonts, paintedHeadlines, paintedSupports } from './painted-words.ts';

describe('paintedHeadlines', () => {
  test.each<[string, PaintedWords[], string[]]>([
    [
      'returns the largest text first',
      [painted({ text: 'Small words' }), painted({ text: 'Large words', size: 64 })],
      ['Large words', 'Small words'],
    ],
    ['drops words of the footer', [painted({ text: 'Shipping', place: 'footer' })], []],
    ['drops words of a consent dialog', [painted({ text: 'We value your privacy', names: 'cookie-banner' })], []],
    ['drops half an emoji', [painted({ text: 'Warm words \ud83d' })], ['Warm words']],
    ['drops digits', [painted({ text: '404' })], []],
    ['drops very short words', [painted({ text: 'Go' })], []],
    ['drops a whole paragraph', [painted({ text: 'Long words '.repeat(13) })], []],
    ['returns large text', [painted({ kind: 'large', tag: 'div', text: 'Large words' })], ['Large words']],
    ['drops a paragraph', [painted({ kind: 'paragraph', tag: 'p', text: 'Plain words' })], []],
  ])('paintedHeadlines %s', (_, words, want) => {
    expect(paintedHeadlines({ words }).map(({ value }) => value)).toEqual(want);
  });

  const holding = (words: PaintedWords[], feature: string): string[] =>
    paintedHeadlines({ words }).flatMap(({ value, features }) => (features[feature] === 1 ? [value] : []));

  test('the main text is the largest one of the first screen', () => {
    const words = [
      painted({ text: 'Small words', size: 30 }),
      painted({ text: 'Main words', size: 40 }),
      painted({ text: 'Lower words', size: 60, y: 1_400 }),
    ];
    expect(holding(words, 'painted.main')).toEqual(['Main words']);
  });

  test('titles of sections are a series, and the main heading in the same style is not', () => {
    const titles = [1_000, 1_500, 2_000].map((y) => painted({ text: 'Winter coats', size: 48, y }));
    const words = [painted({ text: 'Made for wet hills', tag: 'h2', size: 48 }), ...titles];
    expect(holding(words, 'painted.series')).toEqual(['Winter coats', 'Winter coats', 'Winter coats']);
  });

  test('a slide beside the window makes no series of the texts in the window', () => {
    const words = [
      painted({ text: 'Made for wet hills', size: 48 }),
      painted({ text: 'Warm in any wind', size: 48 }),
      painted({ text: 'Dry all day', size: 48, x: 1_400 }),
    ];
    expect(holding(words, 'painted.series')).toEqual(['Dry all day']);
  });

  test('lines in one style, one close below the other, may together be the headline', () => {
    const line = (text: string, y: number, some: Partial<PaintedWords> = {}) =>
      painted({ kind: 'large', tag: 'p', text, size: 40, height: 44, y, ...some });
    const words = [line('A masterpiece', 100), line('by the bay', 150), line('Ask for a visit', 600)];
    expect(holding(words, 'painted.block')).toEqual(['A masterpiece by the bay']);
    expect(holding(words, 'painted.part')).toEqual(['A masterpiece', 'by the bay']);
    const menu = words.map((each) => ({ ...each, href: 'https://bay.example/' }));
    expect(holding(menu, 'painted.block')).toEqual([]);
  });

  test('sizes above 96 pixels count as equal', () => {
    const words = [painted({ text: 'Huge words', size: 400 }), painted({ text: 'Main words', size: 96 })];
    expect(holding(words, 'painted.size')).toEqual(['Huge words', 'Main words']);
  });
});

/** Returns a button with a border and without a fill. */
const outlined = (words: Partial<PaintedWords>): PaintedWords =>
  paintedButton({ fill: '', border: 'rgb(20, 20, 20)', borderWidth: 2, ...words });

const link = (text: string): PaintedWords => paintedButton({ text, fill: '', padding: 0 });

/** Returns the values of the evidence that has a feature. */
const holding = (found: readonly Evidence<string>[], feature: string): string[] =>
  found.flatMap(({ value, features }) => (features[feature] === 1 ? [value] : []));

describe('paintedCalls', () => {
  test.each<[string, PaintedWords[], string[]]>([
    ['returns a filled button', [paintedButton({})], ['Shop the coats']],
    ['returns an outlined button', [outlined({ text: 'The coats' })], ['The coats']],
    ['drops a plain link without a word for an action', [link('Our history')], []],
    ['returns a plain link that asks for an action', [link('Order the coat')], ['Order the coat']],
    [
      'drops a button in the colour of its surroundings',
      [paintedButton({ text: 'Coats', fill: 'rgb(254, 254, 254)' })],
      [],
    ],
    ['reads the text of a button without brackets', [paintedButton({ text: '[ See the coats ]' })], ['See the coats']],
    ['drops the button of a messenger', [paintedButton({ href: 'https://wa.me/49123' })], []],
    ['drops a button without words', [paintedButton({ text: '24' })], []],
    ['drops a button with a long text', [paintedButton({ text: 'Shop coats that were made for wet hills' })], []],
    ['drops the button of a dialog', [paintedButton({ place: 'dialog' })], []],
  ])('paintedCalls %s', (_, words, want) => {
    expect(paintedCalls({ words }).map(({ value }) => value)).toEqual(want);
  });

  const headline = painted({ text: 'Coats for wet hills', tag: 'h1', x: 100, y: 400, width: 500, height: 60 });

  test.each<[string, Partial<PaintedWords>, string[]]>([
    ['below it', { x: 100, y: 500 }, ['Shop the coats']],
    ['above it', { x: 100, y: 300 }, []],
    ['far below it', { x: 100, y: 1_000 }, []],
    ['to the right of it', { x: 1_000, y: 500 }, []],
  ])('a button is near the main headline if it is painted %s: %j', (_, place, want) => {
    expect(holding(paintedCalls({ words: [headline, paintedButton(place)] }), 'painted.near')).toEqual(want);
  });

  test('a button of a search field or cart is furniture, and one that fills the cart is not', () => {
    const words = [
      paintedButton({ text: 'Find', names: 'search-form' }),
      paintedButton({ text: 'Buy', names: 'add-to-cart' }),
    ];
    expect(holding(paintedCalls({ words }), 'painted.furniture')).toEqual(['Find']);
  });
});

describe('paintedSupports', () => {
  const prose = (text: string, some: Partial<PaintedWords> = {}): PaintedWords =>
    painted({ kind: 'paragraph', tag: 'p', size: 16, text, ...some });

  test.each<[string, PaintedWords[], string[]]>([
    [
      'returns paragraphs from top to bottom',
      [prose('Knitted in one piece.', { y: 900 }), prose('Wool that likes the rain.', { y: 400 })],
      ['Wool that likes the rain.', 'Knitted in one piece.'],
    ],
    ['drops the main headline', [painted({ text: 'Coats for wet hills and wind', tag: 'h1' })], []],
    ['drops the text of a footer', [prose('Knitted in one piece.', { place: 'footer' })], []],
    ['drops very short texts', [prose('Knitted.')], []],
  ])('paintedSupports %s', (_, words, want) => {
    expect(paintedSupports({ words }).map(({ value }) => value)).toEqual(want);
  });

  test('the next text is the first one below the main headline', () => {
    const words = [
      prose('Free delivery to all countries.', { y: 20 }),
      painted({ text: 'Coats for wet hills', tag: 'h1', y: 300, size: 48 }),
      prose('Wool that likes the rain.', { y: 380 }),
      prose('Knitted in one piece.', { y: 420 }),
    ];
    expect(holding(paintedSupports({ words }), 'painted.next')).toEqual(['Wool that likes the rain.']);
  });
});

test.each<[string, string, string | undefined]>([
  ['the first family of a stack', '"Work Sans", Inter, sans-serif', 'Work Sans'],
  ['a family of the system', 'Georgia, serif', 'Georgia'],
  ['the plain name of a generated family', '__Inter_a1b2c3, __Inter_Fallback_a1b2c3', 'Inter'],
  ['a generated family of two words', '__Work_Sans_a1b2c3, serif', 'Work Sans'],
  ['no font that the page has not declared', '"Times New Roman"', 'Lora'],
  ['no font of icons', '"Font Awesome 6", sans-serif', 'Lora'],
])('paintedFonts returns %s', (_, family, want) => {
  const words = [painted({ tag: 'h1', family })];
  expect(paintedFonts({ words, bodyFamily: 'Lora, serif' })[0]?.value.family).toBe(want);
});

const families = (words: PaintedWords[], bodyFamily = 'Lora, serif'): (string | null)[] =>
  paintedFonts({ words, bodyFamily }).map(({ value }) => value.family);

test('paintedFonts returns the fonts of the main heading, the first paragraph and the page', () => {
  const words = [
    painted({ tag: 'h2', size: 64, family: 'Bitter' }),
    painted({ tag: 'h1', size: 32, family: 'Inter' }),
    painted({ kind: 'paragraph', tag: 'p', family: 'Karla' }),
  ];
  expect(families(words)).toEqual(['Inter', 'Karla', 'Lora']);
});

test('paintedFonts takes the largest heading of a page without a main heading', () => {
  const words = [painted({ tag: 'h2', size: 20, family: 'Inter' }), painted({ tag: 'h3', size: 64, family: 'Bitter' })];
  expect(families(words)).toEqual(['Bitter', 'Lora']);
});
