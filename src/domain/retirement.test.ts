import { describe, expect, test } from '@jest/globals';
import type { LedgerPosition } from './ledger-position.ts';
import { isRemembered, readRetirement, writeRetirement, type RetiredAt } from './retirement.ts';

const at = { epoch: '019a-b@c', sequence: 12 };

test.each<RetiredAt>([at, 'everywhere'])('what is written can be read: %j', (one) => {
  expect(readRetirement(writeRetirement(one))).toEqual(one);
});

test.each([undefined, '', '12', 'x@epoch', '12@', '-1@epoch', '1.5@epoch'])('what says nothing is none: %j', (text) => {
  expect(readRetirement(text)).toBeUndefined();
});

describe('an account remembers the charge', () => {
  test.each<[string, RetiredAt, LedgerPosition | undefined, boolean]>([
    ['from the sequence on', at, at, true],
    ['after it', at, { ...at, sequence: 13 }, true],
    ['not before it', at, { ...at, sequence: 11 }, false],
    ['not by the sequence of other books', at, { epoch: 'other', sequence: 1_000 }, false],
    ['not where no books were copied', at, undefined, false],
    ['of any books where the mark says so', 'everywhere', at, true],
    ['of no books that were never copied', 'everywhere', undefined, false],
  ])('%s', (_, one, seen, want) => {
    expect(isRemembered(one, seen)).toBe(want);
  });
});
