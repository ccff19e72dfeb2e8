import { expect, test } from '@jest/globals';
import { differingColumns, sumsGap } from './credit-totals.ts';

const totals = { granted: 100, reserved: 10, spent: 20 };

test('sumsGap of equal sums is undefined', () => {
  expect(sumsGap(totals, { ...totals })).toBeUndefined();
});

test('sumsGap names each column that differs', () => {
  expect(sumsGap(totals, { granted: 90, reserved: 10, spent: 21 })).toBe(
    'The balance of the account differs from the sum of its ledger entries: granted 100 instead of 90, spent 20 instead of 21.',
  );
});

test.each(['granted', 'reserved', 'spent'] as const)('differingColumns finds a difference in %s', (column) => {
  expect(differingColumns(totals, { ...totals, [column]: 7 })).toEqual([column]);
});
