import { expect, test } from '@jest/globals';
import { softHyphenated, softHyphenParts } from './soft-hyphens.ts';

const shy = '\u00ad';

test('softHyphenated returns words with soft hyphens inside, without punctuation', () => {
  const text = `„Reise${shy}kosten${shy}abrechnung“ ab 9 €, E-Mail-Mar${shy}ke${shy}ting und ${shy}mehr${shy}.`;
  expect(softHyphenated(text)).toEqual([`Reise${shy}kosten${shy}abrechnung`, `Mar${shy}ke${shy}ting`]);
});

test('softHyphenParts finds the parts of a word by its letters', () => {
  const parts = softHyphenParts([`Ge${shy}scha\u0308ft`]);
  expect(parts.get('Geschäft')).toEqual(['Ge', 'schäft']);
});
