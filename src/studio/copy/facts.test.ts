import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { facts } from './facts.ts';

test.each<[string, string, string[]]>([
  ['short sentences', 'Weighs 198 grams. Made in Portugal.', ['Weighs 198 grams', 'Made in Portugal']],
  ['no clause of a longer sentence', 'Made of wool, it keeps you warm on every day of winter, and it lasts.', []],
  [
    'the items of a short list',
    'Recycled aluminium, 30-hour battery, IPX5 splash proof.',
    ['Recycled aluminium', '30-hour battery', 'IPX5 splash proof'],
  ],
  ['bullet points', '• Weighs 198 g\n• Machine washable', ['Weighs 198 g', 'Machine washable']],
  ['no sentence that refers to an earlier one', 'It is soft. They love it. Dries overnight.', ['Dries overnight']],
  ['no long sentence', 'This shoe was made by people who run every day along the coast of Portugal.', []],
  ['no sentence of empty words', 'Elevate your run. Dries overnight.', ['Dries overnight']],
  ['no repeated fact', 'Dries overnight. Dries overnight!', ['Dries overnight']],
  ['nothing from an empty description', '', []],
])('facts returns %s', (_, description, want) => {
  expect(facts(description, 'en')).toEqual(want);
});

test('a number ends a sentence of a language without dots in ordinal numbers', () => {
  expect(facts('Keeps tea hot for 12. Resists scratches.', 'en')).toEqual([
    'Keeps tea hot for 12',
    'Resists scratches',
  ]);
});

test('a decimal point or an abbreviation does not end a sentence', () => {
  expect(facts('Holds 1.5 litres. Fits 2.4 GHz networks.', 'en')).toEqual([
    'Holds 1.5 litres',
    'Fits 2.4 GHz networks',
  ]);
});

test('every fact is a literal part of the description', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('soft', 'wool', 'warm', '30', 'hours', '.', ',', '\n', 'and'), { maxLength: 60 }),
      (words) => {
        const description = words.join(' ');
        const claimed = facts(description, 'en').filter(
          (fact) => !description.toLowerCase().includes(fact.toLowerCase()),
        );
        expect(claimed).toEqual([]);
      },
    ),
  );
});
