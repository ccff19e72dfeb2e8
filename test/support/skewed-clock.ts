import type { Clock } from '../../src/clock/port.ts';

/** The clock of one machine among several: time passes alike on all of them, and each calls it something else. */
export function skewedClock(clock: Clock, { wallMs, monotonicMs }: { wallMs: number; monotonicMs: number }): Clock {
  return {
    now: () => new Date(clock.now().getTime() + wallMs),
    monotonicMs: () => clock.monotonicMs() + monotonicMs,
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}
