import { expect, test } from '@jest/globals';
import type { Evidence, Features } from '../evidence.ts';
import { rankSupports } from './support.ts';

const subject = { brand: 'Aero', product: null, language: 'en' };
const beside = { headline: 'Run lighter, run longer', action: 'Shop the shoes' };

const text = (value: string, features: Features = { written: 1, 'written.below': 1 }): Evidence<string> => ({
  value,
  source: 'page',
  features,
});

const ranked = (...found: Evidence<string>[]): string[] =>
  rankSupports(found, subject, beside).map(({ value }) => value);

test.each<[string, string, string[]]>([
  [
    'each sentence of a text',
    'A shoe of 198 grams. Made in Porto since 1921.',
    ['A shoe of 198 grams.', 'Made in Porto since 1921.'],
  ],
  ['no sentence that was cut off', 'A shoe for long roads. Made in Portugal and', ['A shoe for long roads.']],
  [
    'no sentence that refers to another',
    'A shoe for long roads. It weighs as much as an egg.',
    ['A shoe for long roads.'],
  ],
  [
    'no sentence that repeats the headline',
    'Run lighter, run longer. A shoe for long roads.',
    ['A shoe for long roads.'],
  ],
  ['no sentence that repeats the call to action', 'Shop the shoes!', []],
  ['no cookie notice', 'We use cookies to improve your visit.', []],
  ['no name', 'Aero Trainer Two', []],
  ['no sentence in another language than the headline', 'Ein leichter Schuh für lange Straßen und Wege.', []],
])('a second line may be %s', (_, value, want) => {
  expect(ranked(text(value)).toSorted()).toEqual(want.toSorted());
});

test.each<[string, Evidence<string>, Evidence<string>]>([
  ['below the main heading', text('A shoe for long roads.'), text('Made by hand in Porto.', { written: 1 })],
  ['that ends as a sentence', text('A shoe for long roads.'), text('Made by hand in Porto')],
  ['without a footnote', text('A shoe for long roads.'), text('Made by hand in Porto*.')],
])('a sentence %s is more probable than another', (_, better, worse) => {
  expect(ranked(worse, better)[0]).toBe(better.value);
});

test('a sentence that several texts have has the features of all of them', () => {
  const [both] = rankSupports(
    [text('A shoe for long roads.', { description: 1 }), text('A shoe for long roads. Made in Porto.')],
    subject,
    beside,
  );
  expect(both?.features).toMatchObject({ description: 1, 'written.below': 1 });
});
