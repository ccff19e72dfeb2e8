import { expect, test } from '@jest/globals';
import { LookBudget } from './look-budget.ts';

const ids = Array.from({ length: 1_200 }, (_, n) => String(n).padStart(4, '0'));

test('ids over the budget of one pass are read in the next passes, and then the first ids again', () => {
  const budget = new LookBudget();
  const passes = Array.from({ length: 4 }, () => {
    budget.begin();
    return ids.filter((id) => budget.mayLook(id));
  });
  expect(passes).toEqual([ids.slice(0, 500), ids.slice(500, 1_000), ids.slice(1_000), ids.slice(0, 500)]);
});

test('ids within the budget are read in every pass', () => {
  const budget = new LookBudget();
  for (let pass = 0; pass < 3; pass += 1) {
    budget.begin();
    expect(ids.slice(0, 500).every((id) => budget.mayLook(id))).toBe(true);
  }
});
