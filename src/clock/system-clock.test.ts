import { expect, test } from '@jest/globals';
import { systemClock } from './system-clock.ts';

const dayMs = 86_400_000;

test('a sleep never ends before its time', async () => {
  const startMs = systemClock.monotonicMs();
  await systemClock.sleep(20);
  expect(systemClock.monotonicMs() - startMs).toBeGreaterThanOrEqual(20);
});

test.each<[string, number]>([
  ['a short sleep', 60_000],
  ['a sleep longer than the maximum delay of a timer', 60 * dayMs],
  ['an endless sleep', Infinity],
])('%s ends without an error when its signal aborts', async (_, delayMs) => {
  const abort = new AbortController();
  let ended = false;
  const sleep = systemClock.sleep(delayMs, abort.signal).then(() => (ended = true));
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  abort.abort();
  await sleep;
  expect(ended).toBe(true);
});

test('a sleep with an aborted signal ends at once', async () => {
  await expect(systemClock.sleep(dayMs, AbortSignal.abort())).resolves.toBeUndefined();
});
