import { expect, test } from '@jest/globals';
import { globalSignSource } from '../currency-signs.ts';
import { factLimits } from './facts.ts';
import { domAccess, newState, type Dom } from './page-dom.ts';
import { isBarePrice, isPriceLike } from './page-text.ts';
import type { PageElement, PageNode } from './page-types.ts';

const blank = { nodeValue: null, textContent: null, firstChild: null, nextSibling: null };

function isPrice(text: string, names = ''): boolean {
  const words: PageNode = { ...blank, nodeType: 3 };
  const element: PageElement = { ...blank, nodeType: 1, tagName: 'DIV', firstChild: words };
  const dom: Dom = {
    ...domAccess(),
    now: () => 0,
    type: ({ nodeType }) => nodeType,
    firstChild: (node) => node.firstChild,
    nextSibling: (node) => node.nextSibling,
    data: () => text,
  };
  return isPriceLike(newState(factLimits, dom, globalSignSource()), element, names);
}

test.each(['€ 49', '12 990 Ft', '499 грн', 'ＣＨＦ 20', 'Rp 99.000', '₹१,२९९', '١٢٫٥\u200f د.ك'])(
  'the text “%s” is like a price',
  (text) => {
    expect(isPrice(text)).toBe(true);
  },
);

test.each(['Shoes', 'From €', '10 KM', 'RUN 20 MILES', 'Fteen 4'])('the text “%s” is not like a price', (text) => {
  expect(isPrice(text)).toBe(false);
});

test.each([
  ['$49.00', true],
  ['CHF 1’290.–', true],
  ['Save € 20 today', false],
  ['', false],
])('isBarePrice(%j) is %p', (text, want) => {
  expect(isBarePrice(text)).toBe(want);
});

test('a number is like a price if its element is named so', () => {
  expect(isPrice('49', 'product-price')).toBe(true);
  expect(isPrice('49', 'rating')).toBe(false);
});
