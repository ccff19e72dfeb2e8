import { expect, test } from '@jest/globals';
import { exponentialMs, KeyBackoff } from './backoff.ts';

test.each<[number, number]>([
  [1, 5],
  [2, 10],
  [3, 20],
  [10, 1_000],
  [5_000, 1_000],
])('the back-off of failure %s is %s ms', (failures, want) => {
  expect(exponentialMs(failures, { baseMs: 5, maxMs: 1_000 })).toBe(want);
});

test('each key has its own back-off until the key is reset', () => {
  const backoff = new KeyBackoff({ baseMs: 5, maxMs: 1_000 });
  expect([backoff.nextMs('a'), backoff.nextMs('a'), backoff.nextMs('b')]).toEqual([5, 10, 5]);
  backoff.reset('a');
  expect([backoff.nextMs('a'), backoff.nextMs('b')]).toEqual([5, 10]);
});
