import { describe, expect, test } from '@jest/globals';
import { painted, paintedButton } from '../../../../test/support/painted.ts';
import type { PaintedWords } from './facts.ts';
import { paintedCalls, paintedFonts, paintedHeadlines, paintedName } from './rank-words.ts';

describe('paintedHeadlines', () => {
  test.each<[string, PaintedWords[], string[]]>([
    [
      'puts the largest text first',
      [painted({ text: 'Small words' }), painted({ text: 'Large words', size: 64 })],
      ['Large words', 'Small words'],
    ],
    [
      'prefers the main heading at the same size',
      [painted({ text: 'One more' }), painted({ text: 'The one', tag: 'h1' })],
      ['The one', 'One more'],
    ],
    ['drops words of the footer', [painted({ text: 'Shipping', place: 'footer' })], []],
    ['drops words of a consent dialog', [painted({ text: 'We value your privacy', names: 'cookie-banner' })], []],
    ['drops digits', [painted({ text: '404' })], []],
  ])('paintedHeadlines %s', (_, words, want) => {
    expect(paintedHeadlines({ words }).map(({ value }) => value)).toEqual(want);
  });
});

describe('paintedCalls', () => {
  test.each<[string, PaintedWords[], string[]]>([
    ['returns a filled button', [paintedButton({})], ['Shop the coats']],
    ['drops a plain link', [paintedButton({ fill: '', padding: 0 })], []],
    ['drops a button in the colour of its surroundings', [paintedButton({ fill: 'rgb(254, 254, 254)' })], []],
    [
      'puts the button of the first screen first',
      [paintedButton({ text: 'Read the news', y: 2_400 }), paintedButton({ text: 'Book a table' })],
      ['Book a table', 'Read the news'],
    ],
    [
      'puts the button below the main headline first',
      [
        painted({ text: 'Coats for wet hills', tag: 'h1', x: 100, y: 200, width: 500, height: 60 }),
        paintedButton({ text: 'Find a store', x: 1_000, y: 300 }),
        paintedButton({ text: 'Shop the coats', x: 100, y: 300 }),
      ],
      ['Shop the coats', 'Find a store'],
    ],
    ['reads the text of a button without brackets', [paintedButton({ text: '[ See the coats ]' })], ['See the coats']],
    ['drops the button of a search field', [paintedButton({ names: 'search-form' })], []],
    ['drops the button of a messenger', [paintedButton({ href: 'https://wa.me/49123' })], []],
    ['drops the button of a dialog', [paintedButton({ place: 'dialog' })], []],
  ])('paintedCalls %s', (_, words, want) => {
    expect(paintedCalls({ words }).map(({ value }) => value)).toEqual(want);
  });
});

test.each<[string, PaintedWords[], string | undefined]>([
  ['the main heading', [painted({ text: 'Oar' }), painted({ text: 'Oak oar', tag: 'h1' })], 'Oak oar'],
  [
    'the heading above the price of a page without a main heading',
    [
      painted({ text: 'Care', y: 100 }),
      painted({ text: 'Oak oar', tag: 'h3', y: 500 }),
      painted({ kind: 'price', text: '€ 49', y: 560 }),
      painted({ text: 'You may also like', y: 900 }),
    ],
    'Oak oar',
  ],
])('paintedName returns %s', (_, words, want) => {
  expect(paintedName({ words })).toBe(want);
});

test.each<[string, string, string | undefined]>([
  ['the first family of a stack', '"Work Sans", Inter, sans-serif', 'Work Sans'],
  ['a family of the system', 'Georgia, serif', 'Georgia'],
  ['the plain name of a generated family', '__Inter_a1b2c3, __Inter_Fallback_a1b2c3', 'Inter'],
  ['no font that the page has not declared', '"Times New Roman"', 'Lora'],
  ['no font of icons', '"Font Awesome 6", sans-serif', 'Lora'],
])('paintedFonts returns %s', (_, family, want) => {
  const words = [painted({ tag: 'h1', family })];
  expect(paintedFonts({ words, bodyFamily: 'Lora, serif' })[0]?.value.family).toBe(want);
});
