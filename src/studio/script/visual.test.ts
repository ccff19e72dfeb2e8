import { expect, test } from '@jest/globals';
import { visualOf } from './visual.ts';

test.each(['product', 'photo', 'end_card'] as const)(
  'the description of a %s scene cuts no emoji in two',
  (subject) => {
    const name = `${'a'.repeat(119)}😀😀`;
    expect(visualOf(subject, 0, { product: name, brand: name }).isWellFormed()).toBe(true);
  },
);
