import { expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { LimiterClock } from './limiter-clock.ts';

/** A clock 20 s into its minute. */
const clock = () => new FakeClock('2026-01-01T00:00:20Z');
const own = Date.parse('2026-01-01T00:00:00Z') / 60_000;

test('StoreMinutes uses the local clock before the first answer of the store', async () => {
  const time = clock();
  const minutes = new LimiterClock(time);
  expect(minutes.now()).toEqual({ minute: own, resetSeconds: 40 });
  await time.advance(40_000);
  expect(minutes.now()).toEqual({ minute: own + 1, resetSeconds: 60 });
});

test('StoreMinutes uses the minute of the store, however far apart the clocks are', async () => {
  const time = clock();
  const minutes = new LimiterClock(time);
  minutes.learn({ minute: 7, resetSeconds: 5, sentMs: time.monotonicMs() });
  expect(minutes.now()).toEqual({ minute: 7, resetSeconds: 5 });
  await time.advance(5_000);
  expect(minutes.now().minute).toBe(8);
});

test('answers within one minute narrow down when the minute ends', async () => {
  const time = clock();
  const minutes = new LimiterClock(time);
  const endMs = 3_250;
  for (let nowMs = 0; nowMs < 1_000; nowMs += 100) {
    minutes.learn({ minute: 7, resetSeconds: Math.ceil((endMs - nowMs) / 1_000), sentMs: nowMs });
    await time.advance(100);
  }
  await time.advance(endMs - 1_000 - 1);
  expect(minutes.now().minute).toBe(7);
  await time.advance(101);
  expect(minutes.now().minute).toBe(8);
});

test('StoreMinutes follows a store clock that is set back', () => {
  const time = clock();
  const minutes = new LimiterClock(time);
  minutes.learn({ minute: 7, resetSeconds: 5, sentMs: 0 });
  minutes.learn({ minute: 3, resetSeconds: 30, sentMs: 0 });
  expect(minutes.now()).toEqual({ minute: 3, resetSeconds: 30 });
});
