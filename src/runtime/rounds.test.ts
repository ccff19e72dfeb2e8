import { expect, test } from '@jest/globals';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { NotLeadingError } from './fence.ts';
import { runRounds } from './rounds.ts';

function rounds(round: (times: number, clock: FakeClock) => Promise<void>) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const failures: unknown[] = [];
  let times = 0;
  const options = { pauseMs: 1_000, clock, failed: (error: unknown) => void failures.push(error) };
  const ended = runRounds({ ...options, round: () => round((times += 1), clock) }, stop.signal);
  return { clock, stop, failures, ended, times: () => times };
}

test('the first round starts at once, and each later one starts a pause after the previous round', async () => {
  const { clock, stop, ended, times } = rounds((n, time) => (n === 2 ? time.sleep(5_000) : Promise.resolve()));
  expect(times()).toBe(1);
  await clock.advance(999);
  expect(times()).toBe(1);
  await clock.advance(1);
  expect(times()).toBe(2);
  await clock.advance(5_999);
  expect(times()).toBe(2);
  await clock.advance(1);
  expect(times()).toBe(3);
  stop.abort();
  await ended;
  await clock.advance(10_000);
  expect(times()).toBe(3);
});

test('the first round can be delayed, and an abort during the delay starts no round', async () => {
  const clock = new FakeClock();
  let times = 0;
  const start = (signal: AbortSignal): Promise<void> => {
    const round = () => Promise.resolve(void (times += 1));
    return runRounds({ round, firstAfterMs: 2_000, pauseMs: 1_000, clock, failed: () => undefined }, signal);
  };
  const [early, late] = [new AbortController(), new AbortController()];
  const ended = [start(early.signal), start(late.signal)];
  await clock.advance(1_999);
  early.abort();
  expect(times).toBe(0);
  await clock.advance(1);
  expect(times).toBe(1);
  late.abort();
  await Promise.all(ended);
});

test('an error in a round is reported, and the next round still starts', async () => {
  const mistake = new Error('no');
  const { clock, stop, ended, failures, times } = rounds((n) =>
    n === 1 ? Promise.reject(mistake) : Promise.resolve(),
  );
  await clock.advance(1_000);
  expect(failures).toEqual([mistake]);
  expect(times()).toBe(2);
  stop.abort();
  await ended;
});

test('the pause can grow with consecutive failures', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const began: number[] = [];
  const round = () => {
    began.push(clock.monotonicMs() / 1_000);
    return [2, 3, 5].includes(began.length) ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  const pauseMs = (failures: number): number => (failures + 1) * 1_000;
  const ended = runRounds({ round, pauseMs, clock, failed: () => undefined }, stop.signal);
  await clock.advance(8_000);
  const first = began[0] ?? 0;
  expect(began.map((seconds) => seconds - first)).toEqual([0, 1, 3, 6, 7]);
  stop.abort();
  await ended;
});

test('a round that ends because another replica leads is not a failure', async () => {
  const { clock, stop, ended, failures } = rounds(() => Promise.reject(new NotLeadingError()));
  await clock.advance(3_000);
  expect(failures).toEqual([]);
  stop.abort();
  await ended;
});

test('runRounds resolves only after the current round has ended', async () => {
  const { clock, stop, ended } = rounds((_, time) => time.sleep(5_000));
  let isOver = false;
  void ended.then(() => (isOver = true));
  stop.abort();
  await clock.advance(4_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  expect(isOver).toBe(true);
});
