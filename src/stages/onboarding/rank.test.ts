import { expect, test } from '@jest/globals';
import type { Found } from './found.ts';
import { combined, rank } from './rank.ts';

const sight = (value: string, source: Found<string>['source'], confidence: number): Found<string> => ({
  value,
  source,
  confidence,
});

test.each<[why: string, found: Found<string>[], order: string[]]>([
  ['the surest leads', [sight('a', 'page', 0.4), sight('b', 'page', 0.8)], ['b', 'a']],
  [
    'two sources that agree beat one that is surer',
    [sight('a', 'json-ld', 0.7), sight('b', 'page', 0.5), sight('b', 'meta', 0.5)],
    ['b', 'a'],
  ],
  [
    'one source saying it often does not',
    [sight('a', 'json-ld', 0.7), ...Array.from({ length: 9 }, () => sight('b', 'page', 0.6))],
    ['a', 'b'],
  ],
  ['of equals the more trusted source leads', [sight('a', 'page', 0.5), sight('b', 'json-ld', 0.5)], ['b', 'a']],
  ['what has no key is nothing', [sight('', 'page', 1)], []],
])('%s', (_, found, order) => {
  expect(rank(found, (value) => value).map(({ value }) => value)).toEqual(order);
});

test('confidence never passes 1', () => {
  expect(
    combined([
      { source: 'page', confidence: 1 },
      { source: 'meta', confidence: 1 },
    ]),
  ).toBe(1);
});
