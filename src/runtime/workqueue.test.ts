import { expect, test } from '@jest/globals';
import { FakeClock, settle } from '../../test/support/time/fake-clock.ts';
import { WorkQueue, type RunningWork, type WorkQueueMetrics } from './workqueue.ts';

function queueWithClock(): { queue: WorkQueue; clock: FakeClock } {
  const clock = new FakeClock();
  return { queue: new WorkQueue({ clock, backoff: { baseMs: 10, maxMs: 100 } }), clock };
}

/** Takes and finishes every waiting key. */
async function takeAll(queue: WorkQueue): Promise<string[]> {
  const taken: string[] = [];
  while (queue.length > 0) {
    const key = (await queue.take()) ?? '';
    queue.done(key);
    taken.push(key);
  }
  return taken;
}

test('keys are taken in order, each once', async () => {
  const { queue } = queueWithClock();
  for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key);
  expect(await takeAll(queue)).toEqual(['a', 'b', 'c']);
});

test('a taker waits until there is a key', async () => {
  const { queue } = queueWithClock();
  const taken = queue.take();
  queue.add('a');
  expect(await taken).toBe('a');
});

test('takers are served in the order in which they arrived', async () => {
  const { queue } = queueWithClock();
  const both = Promise.all([queue.take(), queue.take()]);
  queue.add('a');
  queue.add('b');
  expect(await both).toEqual(['a', 'b']);
});

test('a key in progress is not given to a second taker, and is taken again once it is done', async () => {
  const { queue } = queueWithClock();
  queue.add('a');
  await queue.take();
  queue.add('a');
  queue.add('a');
  queue.add('b');
  expect(await queue.take()).toBe('b');
  expect(queue.length).toBe(0);
  queue.done('a');
  expect(await takeAll(queue)).toEqual(['a']);
});

test('a key that was not added while in progress is not taken again', async () => {
  const { queue } = queueWithClock();
  queue.add('a');
  queue.done((await queue.take()) ?? '');
  expect(queue.length).toBe(0);
});

test('a delayed key can be taken when its delay is over', async () => {
  const { queue, clock } = queueWithClock();
  queue.addAfter('a', 50);
  await clock.advance(49);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(await takeAll(queue)).toEqual(['a']);
});

test.each<[string, number[], number]>([
  ['an earlier delay replaces a later delay', [100, 20], 20],
  ['a later delay does not postpone an earlier delay', [20, 100], 20],
])('for the same key, %s', async (_, delaysMs, dueMs) => {
  const { queue, clock } = queueWithClock();
  for (const delayMs of delaysMs) queue.addAfter('a', delayMs);
  await clock.advance(dueMs - 1);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(await takeAll(queue)).toEqual(['a']);
  await clock.advance(1_000);
  expect(queue.length).toBe(0);
});

test('a delay of zero adds the key at once', async () => {
  const { queue } = queueWithClock();
  queue.addAfter('a', 0);
  expect(await takeAll(queue)).toEqual(['a']);
});

test('each failure delays a key longer, until the failures of the key are reset', async () => {
  const { queue, clock } = queueWithClock();
  const waits: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    if (turn === 5) queue.resetBackoff('a');
    queue.addRateLimited('a');
    const fromMs = clock.monotonicMs();
    while (queue.length === 0) await clock.advance(1);
    waits.push(clock.monotonicMs() - fromMs);
    await takeAll(queue);
  }
  expect(waits).toEqual([10, 20, 40, 80, 100, 10]);
});

test('a shut-down queue accepts no keys, hands out the keys that wait, and then ends its takers', async () => {
  const { queue, clock } = queueWithClock();
  queue.add('a');
  queue.addAfter('late', 10);
  queue.shutDown();
  queue.add('b');
  queue.addAfter('c', 10);
  queue.addRateLimited('d');
  await clock.advance(1_000);
  expect(await takeAll(queue)).toEqual(['a']);
  expect(await queue.take()).toBeUndefined();
  expect(clock.sleeping).toBe(0);
});

test('shutting down ends the takers that wait', async () => {
  const { queue } = queueWithClock();
  const taken = queue.take();
  queue.shutDown();
  expect(await taken).toBeUndefined();
});

test('WorkQueue.drain waits for keys in progress and for those added again meanwhile', async () => {
  const { queue } = queueWithClock();
  let drained = false;
  queue.add('a');
  await queue.take();
  queue.add('a');
  const draining = queue.drain().then(() => (drained = true));
  queue.done('a');
  await settle();
  expect(drained).toBe(false);
  expect(await takeAll(queue)).toEqual(['a']);
  await draining;
  expect(drained).toBe(true);
});

test('WorkQueue.drain of an idle queue resolves at once', async () => {
  const { queue } = queueWithClock();
  await expect(queue.drain()).resolves.toBeUndefined();
});

test('the work queue reports the conventional metrics', async () => {
  const told: string[] = [];
  let running: RunningWork | undefined;
  const metrics: WorkQueueMetrics = {
    depth: (keys) => told.push(`depth ${keys}`),
    added: () => told.push('added'),
    retried: () => told.push('retried'),
    queued: (seconds) => told.push(`queued ${seconds}`),
    worked: (seconds) => told.push(`worked ${seconds}`),
    running: (work) => (running = work),
  };
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock, metrics });
  queue.add('a');
  queue.add('a');
  await clock.advance(2_000);
  await queue.take();
  await clock.advance(3_000);
  expect([running?.unfinishedSeconds(), running?.longestRunningSeconds()]).toEqual([3, 3]);
  queue.done('a');
  queue.addRateLimited('a');
  expect(told).toEqual(['added', 'depth 1', 'depth 0', 'queued 2', 'worked 3', 'retried']);
  expect(running?.unfinishedSeconds()).toBe(0);
});
