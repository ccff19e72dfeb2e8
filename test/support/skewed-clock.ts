import type { Clock } from '../../src/clock/port.ts';

/** Returns the clock of one of several machines: time passes equally on all of them, with different offsets. */
export function skewedClock(clock: Clock, { wallMs, monotonicMs }: { wallMs: number; monotonicMs: number }): Clock {
  return {
    now: () => new Date(clock.now().getTime() + wallMs),
    monotonicMs: () => clock.monotonicMs() + monotonicMs,
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}
