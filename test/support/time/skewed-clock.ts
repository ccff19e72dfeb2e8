import type { Clock } from '../../../src/clock/port.ts';

/** Returns the clock of another machine: its time passes as on `clock`, but is off by the given offsets. */
export function skewedClock(clock: Clock, { wallMs, monotonicMs }: { wallMs: number; monotonicMs: number }): Clock {
  return {
    now: () => new Date(clock.now().getTime() + wallMs),
    monotonicMs: () => clock.monotonicMs() + monotonicMs,
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}
