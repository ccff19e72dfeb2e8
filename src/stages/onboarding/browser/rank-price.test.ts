import { expect, test } from '@jest/globals';
import { painted } from '../../../../test/support/painted.ts';
import type { PaintedWords } from './facts.ts';
import { paintedPrice } from './rank-price.ts';

const price = (text: string, words: Partial<PaintedWords> = {}): PaintedWords =>
  painted({ kind: 'price', tag: 'span', text, pieces: [{ text, size: 24, struck: false }], ...words });
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
  ['prefers the price near the main heading', [price('€12', { y: 1_900 }), price('€49', { y: 260 })], '49'],
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
  ['drops a price in the footer', [price('€49', { place: 'footer' })], undefined],
])('paintedPrice %s', (_, words, want) => {
  expect(paintedPrice({ words: [heading, ...words] })?.price).toBe(want);
});
