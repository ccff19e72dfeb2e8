import { describe, expect, test } from '@jest/globals';
import { RunClock } from './run-clock.ts';

/** Returns a clock and a function that lets time pass on the wall, of which each thread waited for a part. */
function madeClock() {
  let wall = 0;
  const waits = new Map<string, number>();
  const clock = new RunClock(
    () => new Map(waits),
    () => wall,
  );
  const pass = (ms: number, waited: Record<string, number> = {}): void => {
    wall += ms;
    for (const [thread, more] of Object.entries(waited)) waits.set(thread, (waits.get(thread) ?? 0) + more);
  };
  return { clock, pass };
}

describe('a RunClock', () => {
  test('passes as the clock on the wall while no thread waits for a processor', () => {
    const { clock, pass } = madeClock();
    pass(400);
    expect(clock.passedMs()).toBe(400);
  });

  test('stands still while the threads wait for a processor', () => {
    const { clock, pass } = madeClock();
    pass(100, { page: 0, browser: 0 });
    expect(clock.passedMs()).toBe(100);
    pass(400, { page: 200, browser: 100 });
    expect(clock.passedMs()).toBe(300);
  });

  test('passes slowly even if the threads wait all the time, so that each limit is reached', () => {
    const { clock, pass } = madeClock();
    pass(100, { page: 0 });
    clock.passedMs();
    pass(1_000, { page: 5_000 });
    expect(clock.passedMs()).toBe(150);
  });

  test('does not count what a new thread had waited before, or one that has ended', () => {
    const { clock, pass } = madeClock();
    pass(100, { page: 5_000 });
    expect(clock.passedMs()).toBe(100);
  });

  test('a sleep ends when the time has passed by the clock, or with the signal', async () => {
    const { clock, pass } = madeClock();
    const ending = new AbortController();
    const slept = clock.sleep(20, ending.signal);
    pass(20);
    await slept;
    const cut = clock.sleep(20, ending.signal);
    ending.abort(new Error('enough'));
    await expect(cut).rejects.toThrow();
  });
});
