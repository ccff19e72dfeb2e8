import { expect, test } from '@jest/globals';
import { RedisBatch } from './batch.ts';

/** Returns a batch that answers each number with ten times this number, and the list of its calls. */
function tenfold() {
  const sent: number[][] = [];
  const batch = new RedisBatch((items: readonly number[]) => {
    sent.push([...items]);
    return items.includes(13) ? Promise.reject(new Error('unlucky')) : Promise.resolve(items.map((item) => 10 * item));
  });
  return { batch, sent };
}

const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

test('items of one event loop turn are one call, and each gets its own answer', async () => {
  const { batch, sent } = tenfold();
  expect(await Promise.all([1, 2, 3].map((item) => batch.ask(item)))).toEqual([10, 20, 30]);
  expect(sent).toEqual([[1, 2, 3]]);
});

test('a single item is sent before the turn has ended', async () => {
  const { batch, sent } = tenfold();
  const answer = batch.ask(1);
  await new Promise(setImmediate);
  expect(sent).toEqual([[1]]);
  expect(await answer).toBe(10);
});

test('a turn does not wait for the answers of the previous turn', async () => {
  const sent: number[][] = [];
  const batch = new RedisBatch((items: readonly number[]) => {
    sent.push([...items]);
    return new Promise<number[]>(() => undefined);
  });
  for (const item of [1, 2]) {
    void batch.ask(item);
    await new Promise(setImmediate);
  }
  expect(sent).toEqual([[1], [2]]);
});

test('more than 64 items are several calls, and a failed call fails only its own items', async () => {
  const { batch, sent } = tenfold();
  const outcomes = await Promise.allSettled(numbers(1, 130).map((item) => batch.ask(item)));
  expect(sent).toEqual([numbers(1, 64), numbers(65, 64), numbers(129, 2)]);
  const failed = outcomes.filter(({ status }) => status === 'rejected');
  expect(failed).toHaveLength(64);
  expect(outcomes[12]).toMatchObject({ status: 'rejected', reason: { message: 'unlucky' } });
  expect(outcomes[64]).toEqual({ status: 'fulfilled', value: 650 });
});

test('a missing answer fails all items of the call', async () => {
  const batch = new RedisBatch((items: readonly number[]) => Promise.resolve(items.slice(1)));
  const asked = [batch.ask(1), batch.ask(2)];
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
});
