import { expect, test } from '@jest/globals';
import type { Evidence } from '../evidence.ts';
import { rankActions } from './action.ts';

const subject = { brand: 'Aero', product: 'Aero Trainer 2', language: 'en' };

/** Filled buttons of the content of a painted page, in their order. */
const buttons = (...texts: string[]): Evidence<string>[] =>
  texts.map((value, at) => ({
    value,
    source: 'painted',
    features: { painted: 1, 'painted.filled': 1, 'painted.large': 1, 'painted.early': 1 - at / 24 },
  }));

const ranked = (...texts: string[]): string[] => rankActions(buttons(...texts), subject).map(({ value }) => value);

test.each<[string, string[], string]>([
  ['a call to buy before one to ask', ['Contact us', 'Shop the shoes'], 'Shop the shoes'],
  ['a call of two words before a single word', ['Discover', 'See the shoes'], 'See the shoes'],
  ['a call to the offer before an unknown text', ['The long road', 'See the shoes'], 'See the shoes'],
])('the best call to action is %s', (_, texts, want) => {
  expect(ranked(...texts)[0]).toBe(want);
});

test.each([
  ['that operates the page', 'Sign in'],
  ['with the name of the product', 'Aero Trainer 2'],
  ['that counts items', 'View 26 shoes'],
  ['as long as a sentence', 'Find out everything there is to know about shoes'],
])('a button %s is no call to action', (_, text) => {
  expect(ranked(text)).toEqual([]);
});

test('a button of the hero is more probable than one of the footer', () => {
  const [hero, footer] = ['written.hero', 'written.aside'].map((place) => {
    const features = { written: 1, 'written.button': 1, [place]: 1 };
    return rankActions([{ value: 'Shop now', source: 'page', features }], subject)[0]?.confidence ?? 0;
  });
  expect(hero).toBeGreaterThan(footer ?? 1);
});

test('the button that fills the bag comes first on the page of a product', () => {
  const found = buttons('See the shoes', 'Add to cart').map((one) => ({
    ...one,
    features: { ...one.features, 'product-page': 1 },
  }));
  expect(rankActions(found, subject)[0]?.value).toBe('Add to cart');
});
