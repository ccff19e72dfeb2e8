import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { Timers } from './timers.ts';

let clock: FakeClock;
let stop: AbortController;
let timers: Timers<string>;
let running: Promise<void>;
/** Keys of the timers that have fired, each with the milliseconds since the start of the test. */
let fired: string[];

beforeEach(() => {
  clock = new FakeClock();
  stop = new AbortController();
  fired = [];
  timers = new Timers(clock, (key) => void fired.push(`${key} at ${clock.monotonicMs()}`));
  running = timers.run(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await running;
});

/** Sets the timer to a time in milliseconds from now. */
function set(key: string, ms: number): void {
  timers.set(key, clock.now().getTime() + ms);
}

test('timers fire at their times, even if one is set for earlier than all others', async () => {
  set('late', 5_000);
  await clock.advance(1_000);
  set('early', 1_000);
  await clock.advance(9_000);
  expect(fired).toEqual(['early at 2000', 'late at 5000']);
});

test('a timer that is set in the past fires at once', async () => {
  set('past', -1);
  await clock.advance(0);
  expect(fired).toEqual(['past at 0']);
});

test('a timer that was moved fires once, at its last time', async () => {
  set('later', 1_000);
  set('later', 3_000);
  set('earlier', 9_000);
  await clock.advance(0);
  set('earlier', 2_000);
  await clock.advance(10_000);
  expect(fired).toEqual(['earlier at 2000', 'later at 3000']);
});

test('a removed timer does not fire', async () => {
  set('gone', 1_000);
  await clock.advance(0);
  timers.set('gone', undefined);
  await clock.advance(5_000);
  expect(fired).toEqual([]);
});

test('a timer that is due does not fire if the run stops first', async () => {
  set('later', 1_000);
  await clock.advance(0);
  set('past', -1);
  stop.abort();
  await running;
  expect(fired).toEqual([]);
});

test('no timer fires after a stop', async () => {
  set('never', 1_000);
  await clock.advance(0);
  stop.abort();
  await running;
  await clock.advance(5_000);
  expect(fired).toEqual([]);
});
