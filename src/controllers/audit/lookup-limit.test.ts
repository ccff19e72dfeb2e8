import { expect, test } from '@jest/globals';
import { LookupLimit } from './lookup-limit.ts';

const ids = Array.from({ length: 1_200 }, (_, n) => String(n).padStart(4, '0'));

test('ids over the budget of one pass are read in the next passes, and then the first ids again', () => {
  const limit = new LookupLimit();
  const passes = Array.from({ length: 4 }, () => {
    limit.begin();
    return ids.filter((id) => limit.take(id));
  });
  expect(passes).toEqual([ids.slice(0, 500), ids.slice(500, 1_000), ids.slice(1_000), ids.slice(0, 500)]);
});

test('ids within the budget are read in every pass', () => {
  const limit = new LookupLimit();
  for (let pass = 0; pass < 3; pass += 1) {
    limit.begin();
    expect(ids.slice(0, 500).every((id) => limit.take(id))).toBe(true);
  }
});
