import { expect, test } from '@jest/globals';
import type { Found } from './found.ts';
import { combined, rank } from './merge-found.ts';

const sight = (value: string, source: Found<string>['source'], confidence: number): Found<string> => ({
  value,
  source,
  confidence,
});

test.each<[why: string, found: Found<string>[], order: string[]]>([
  [
    'rank puts the value with the highest confidence first',
    [sight('a', 'page', 0.4), sight('b', 'page', 0.8)],
    ['b', 'a'],
  ],
  [
    'rank prefers a value of two sources to a more confident value of one source',
    [sight('a', 'json-ld', 0.7), sight('b', 'page', 0.5), sight('b', 'meta', 0.5)],
    ['b', 'a'],
  ],
  [
    'rank does not prefer a value that one source repeats',
    [sight('a', 'json-ld', 0.7), ...Array.from({ length: 9 }, () => sight('b', 'page', 0.6))],
    ['a', 'b'],
  ],
  [
    'rank prefers the more trusted source for equal confidence',
    [sight('a', 'page', 0.5), sight('b', 'json-ld', 0.5)],
    ['b', 'a'],
  ],
  ['rank drops a value without a key', [sight('', 'page', 1)], []],
])('%s', (_, found, order) => {
  expect(rank(found, (value) => value).map(({ value }) => value)).toEqual(order);
});

test('combined confidence never exceeds 1', () => {
  expect(
    combined([
      { source: 'page', confidence: 1 },
      { source: 'meta', confidence: 1 },
    ]),
  ).toBe(1);
});
