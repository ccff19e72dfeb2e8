import { afterEach, expect, jest, test } from '@jest/globals';
import { productHeadline } from '../../words/product-headline.ts';
import { pageCta, pageHeadline } from './page-copy.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const page = { headlines: [], subheadlines: [], ctas: [], language: 'en', name: 'Tern', product: null };

test('the name of the brand is removed from a headline with several blanks around its separator', () => {
  const headlines = [{ text: 'Wool that likes the rain  \u2013 \u00a0Tern', source: 'page' as const }];
  expect(pageHeadline({ ...page, headlines })).toBe('Wool that likes the rain');
});

test.each(['All shoes under $50', 'Save up to 30 €', 'The new coats (2024)'])('the headline %j stays whole', (text) => {
  expect(pageHeadline({ ...page, headlines: [{ text, source: 'page' }] })).toBe(text);
});

test.each([
  [
    'Made for the rain. Knitted in one piece without a seam from the wool of two valleys in the far north of',
    'Made for the rain.',
  ],
  [
    'Coats made for the rain — knitted in one piece without a seam, from the wool of two valleys',
    'Coats made for the rain',
  ],
])('the headline %j is shortened to %j', (text, want) => {
  expect(pageHeadline({ ...page, headlines: [{ text, source: 'page' }] })).toBe(want);
});

test('without a fit headline, a short sentence of the description is the headline', () => {
  const subheadlines = [{ text: 'Wool coats for people who walk in the rain.', source: 'page' as const }];
  expect(pageHeadline({ ...page, headlines: [{ text: 'Shipping Details', source: 'page' }], subheadlines })).toBe(
    'Wool coats for people who walk in the rain.',
  );
});

test('a contact call is printed only if the page has no button for buying', () => {
  const calls = (...texts: string[]) => texts.map((text) => ({ text, source: 'painted' as const }));
  expect(pageCta({ ...page, ctas: calls('Contact us', 'Shop the coats') })).toBe('Shop the coats');
  expect(pageCta({ ...page, ctas: calls('Contact us') })).toBe('Contact us');
});

test('the title of a section is printed only if the page has no better headline', () => {
  const lines = (...texts: string[]) => texts.map((text) => ({ text, source: 'page' as const }));
  expect(pageHeadline({ ...page, headlines: lines('Our coats', 'Made for the rain') })).toBe('Made for the rain');
  expect(pageHeadline({ ...page, headlines: lines('Our coats') })).toBe('Our coats');
});

test('a text of 100,000 blanks is split by patterns without repetition, so that splitting takes linear time', () => {
  const split = jest.spyOn(String.prototype, 'split');
  const blank = `Wool coat${' '.repeat(100_000)}rain`;
  productHeadline(`${blank} | and more words than a headline may have`);
  pageHeadline({ ...page, headlines: [{ text: blank, source: 'page' }] });
  const patterns = split.mock.calls.flatMap(([separator]) => (separator instanceof RegExp ? [separator.source] : []));
  expect(patterns.length).toBeGreaterThanOrEqual(2);
  expect(patterns.filter((pattern) => /[+*{]/.test(pattern))).toEqual([]);
});
