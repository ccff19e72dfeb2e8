import { expect, test } from '@jest/globals';
import { painted } from '../../../../test/support/brands/painted.ts';
import type { PaintedWords } from './facts.ts';
import { noHints } from '../currency.ts';
import type { StatedPrice } from '../findings.ts';
import { rankPrices } from '../rank/price.ts';
import { rankProductNames } from '../rank/product-name.ts';
import { paintedProductNames, paintedPrices } from './painted-product.ts';
import { priceText } from './price-text.ts';

const price = (text: string, words: Partial<PaintedWords> = {}): PaintedWords =>
  painted({ kind: 'price', tag: 'span', text, pieces: [{ text, size: 24, struck: false }], ...words });
const bestPrice = (words: PaintedWords[], hints = noHints): StatedPrice | undefined =>
  rankPrices(paintedPrices({ words }, hints))[0]?.value;
const heading = painted({ tag: 'h1', y: 200 });

test.each<[string, PaintedWords[], string | undefined]>([
  ['reads a price with its currency', [price('€ 49,90')], '49.90'],
  ['drops a price that is struck through', [price('€59', { struck: true }), price('€49')], '49'],
  [
    'drops the struck part of a price',
    [
      price('€59 €49', {
        pieces: [
          { text: '€59', size: 16, struck: true },
          { text: '€49', size: 24, struck: false },
        ],
      }),
    ],
    '49',
  ],
  [
    'joins cents that are painted smaller',
    [
      price('€ 19 99', {
        pieces: [
          { text: '€ 19', size: 40, struck: false },
          { text: '99', size: 18, struck: false },
        ],
      }),
    ],
    '19.99',
  ],
  [
    'joins cents behind a comma and drops a discount',
    [
      price('R$ 348,90 25% OFF', {
        pieces: [
          { text: 'R$ ', size: 36, struck: false },
          { text: '348', size: 36, struck: false },
          { text: ',', size: 36, struck: false },
          { text: '90', size: 22, struck: false },
          { text: '25% OFF', size: 12, struck: false },
        ],
      }),
    ],
    '348.90',
  ],
  [
    'joins cents in three figures to a currency with three decimals',
    [
      price('4.750 KWD', {
        pieces: [
          { text: '4', size: 40, struck: false },
          { text: '.750', size: 18, struck: false },
          { text: 'KWD', size: 18, struck: false },
        ],
      }),
    ],
    '4.75',
  ],
  [
    'joins cents to a price with a mark of thousands',
    [
      price('€ 1.299 50', {
        pieces: [
          { text: '€ 1.299', size: 40, struck: false },
          { text: '50', size: 18, struck: false },
        ],
      }),
    ],
    '1299.50',
  ],
  [
    'reads figures in several elements as they are painted',
    [price('19,99 €', { pieces: ['19', ',99', '€'].map((text) => ({ text, size: 24, struck: false })) })],
    '19.99',
  ],
  ['reads a price in three decimals', [price('12.500 د.ك')], '12.5'],
  ['reads Arabic figures between marks of direction', [price('\u200f١٢٫٥٠٠\u200f د.ك.\u200f')], '12.5'],
  ['reads a mark of thousands', [price('1.299 €')], '1299'],
  ['prefers the price near the main heading', [price('€12', { y: 1_900 }), price('€49', { y: 260 })], '49'],
  [
    'prefers the price near a main heading that is low',
    [painted({ tag: 'h1', y: 1_800 }), price('€12', { y: 260 }), price('€49', { y: 1_900 })],
    '49',
  ],
  ['prefers the larger price', [price('€5', { size: 12 }), price('€49', { size: 36 })], '49'],
  ['drops the price of a related product', [price('€12', { names: 'related-products' })], undefined],
  ['reads a price with an abbreviation', [price('499 грн')], '499'],
  [
    'prefers a price without other words, whatever the length of its sign',
    [price('Big 5 € deal', { y: 200 }), price('499 гривень', { y: 260 })],
    '499',
  ],
  ['drops a number with another word', [price('4711 pcs')], undefined],
  ['drops a number without a currency', [price('4711')], undefined],
  ['drops a price of zero', [price('€0.00')], undefined],
  ['drops the former price by its name', [price('€59', { names: 'old-price' }), price('€49')], '49'],
  ['drops text of another kind', [price('€49', { kind: 'paragraph' })], undefined],
  ['drops a price in the navigation', [price('€49', { place: 'nav' })], undefined],
  ['drops a price in a dialog', [price('€49', { place: 'dialog' })], undefined],
  ['drops a sentence with a price', [price('Members get this pair and two others for only €49')], undefined],
  ['reads the text of a price without pieces', [price('€49', { pieces: [] })], '49'],
  [
    'does not join a number in the same size',
    [
      price('€ 19 99', {
        pieces: [
          { text: '€ 19', size: 40, struck: false },
          { text: '99', size: 40, struck: false },
        ],
      }),
    ],
    '19',
  ],
  [
    'drops a discount before the price',
    [
      price('-25% €49', {
        pieces: [
          { text: '-25%', size: 12, struck: false },
          { text: '€49', size: 36, struck: false },
        ],
      }),
    ],
    '49',
  ],
  ['drops a price in the footer', [price('€49', { place: 'footer' })], undefined],
])('the price of a painted page: %s', (_, words, want) => {
  const hasHeading = words.some(({ kind }) => kind === 'heading');
  expect(bestPrice(hasHeading ? words : [heading, ...words])?.price).toBe(want);
});

test('a painted page decides a shared sign by the hints of the page', () => {
  const hints = { country: 'se', language: undefined, stated: [] };
  expect(bestPrice([price('499 kr')], hints)).toEqual({ price: '499', currency: 'SEK' });
});

test('priceText does not join a small number to a word', () => {
  const pieces = ['from', '10', '€'].map((text) => ({ text, size: text === '10' ? 18 : 40, struck: false }));
  expect(priceText({ pieces, text: 'from 10 €' })).toBe('from 10 €');
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
  [
    'the closest of two headings above the price',
    [
      painted({ text: 'Boats', y: 400 }),
      painted({ text: 'Oak oar', y: 500 }),
      painted({ kind: 'price', text: '€ 49', y: 560 }),
    ],
    'Oak oar',
  ],
  [
    'the heading beside the only price, in an `aside`',
    [
      painted({ text: 'Tern', tag: 'h1' }),
      painted({ text: 'Oak oar', y: 500, place: 'aside' }),
      painted({ kind: 'price', text: '€ 49', y: 560, place: 'aside' }),
    ],
    'Oak oar',
  ],
  [
    'the main heading although an `aside` has a price too',
    [
      painted({ text: 'Oak oar', tag: 'h1' }),
      painted({ kind: 'price', text: '€ 49', y: 360 }),
      painted({ text: 'Ash oar', tag: 'h1', y: 100, place: 'aside' }),
      painted({ kind: 'price', text: '€ 39', y: 160, place: 'aside' }),
    ],
    'Oak oar',
  ],
  ['no heading of the footer', [painted({ text: 'Newsletter', tag: 'h1', place: 'footer' })], undefined],
  ['no heading of digits', [painted({ text: '404', tag: 'h1' })], undefined],
])('the name of the product on a painted page is %s', (_, words, want) => {
  const site = { value: 'Tern', source: 'page' as const, features: { site: 1 } };
  expect(rankProductNames([site, ...paintedProductNames({ words })], 'Tern')[0]?.value).toBe(want);
});
