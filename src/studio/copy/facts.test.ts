import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { facts } from './facts.ts';

test.each<[string, string, string[]]>([
  ['short sentences', 'Weighs 198 grams. Made in Portugal.', ['Weighs 198 grams', 'Made in Portugal']],
  [
    'no clause torn from a longer sentence',
    'Made of wool, it keeps you warm on every day of winter, and it lasts.',
    [],
  ],
  [
    'a list of short items',
    'Recycled aluminium, 30-hour battery, IPX5 splash proof.',
    ['Recycled aluminium', '30-hour battery', 'IPX5 splash proof'],
  ],
  ['bullets', '• Weighs 198 g\n• Machine washable', ['Weighs 198 g', 'Machine washable']],
  ['nothing that points back', 'It is soft. They love it. Dries overnight.', ['Dries overnight']],
  ['no long sentences', 'This shoe was made by people who run every day along the coast of Portugal.', []],
  ['no hollow words', 'Elevate your run. Dries overnight.', ['Dries overnight']],
  ['nothing twice', 'Dries overnight. Dries overnight!', ['Dries overnight']],
  ['of nothing', '', []],
])('%s', (_, description, want) => {
  expect(facts(description, 'en')).toEqual(want);
});

test('a decimal or an abbreviation does not end a sentence', () => {
  expect(facts('Holds 1.5 litres. Fits 2.4 GHz networks.', 'en')).toEqual([
    'Holds 1.5 litres',
    'Fits 2.4 GHz networks',
  ]);
});

test('every fact stands in the description, word for word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('soft', 'wool', 'warm', '30', 'hours', '.', ',', '\n', 'and'), { maxLength: 60 }),
      (words) => {
        const description = words.join(' ');
        return facts(description, 'en').every((fact) => description.toLowerCase().includes(fact.toLowerCase()));
      },
    ),
  );
});
