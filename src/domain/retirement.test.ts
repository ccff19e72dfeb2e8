import { describe, expect, test } from '@jest/globals';
import type { LedgerPosition } from './ledger-position.ts';
import { isRemembered, readRetirement, writeRetirement, type RetiredAt } from './retirement.ts';

const at = { epoch: '019a-b@c', sequence: 12 };

test.each<RetiredAt>([at, 'everywhere'])('readRetirement reads what writeRetirement wrote: %j', (one) => {
  expect(readRetirement(writeRetirement(one))).toEqual(one);
});

test.each([undefined, '', '12', 'x@epoch', '12@', '-1@epoch', '1.5@epoch'])('readRetirement rejects %j', (text) => {
  expect(readRetirement(text)).toBeUndefined();
});

describe('isRemembered', () => {
  test.each<[string, RetiredAt, LedgerPosition | undefined, boolean]>([
    ['true at the sequence of the charge', at, at, true],
    ['true after the sequence of the charge', at, { ...at, sequence: 13 }, true],
    ['false before the sequence of the charge', at, { ...at, sequence: 11 }, false],
    ['false for the sequence of another epoch', at, { epoch: 'other', sequence: 1_000 }, false],
    ['false without a copied position', at, undefined, false],
    ['true for every copied position if the mark is everywhere', 'everywhere', at, true],
    ['false without a copied position even if the mark is everywhere', 'everywhere', undefined, false],
  ])('isRemembered is %s', (_, one, seen, want) => {
    expect(isRemembered(one, seen)).toBe(want);
  });
});
