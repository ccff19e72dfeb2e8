import { expect, test } from '@jest/globals';
import { sumsGap } from './credit-totals.ts';

const totals = { granted: 100, reserved: 10, spent: 20 };

test('a balance that its entries add up to has no gap', () => {
  expect(sumsGap(totals, { ...totals })).toBeUndefined();
});

test('a gap is told by each column that differs', () => {
  expect(sumsGap(totals, { granted: 90, reserved: 10, spent: 21 })).toBe(
    'The balance differs from the sum of its entries: granted 100 instead of 90, spent 20 instead of 21.',
  );
});
