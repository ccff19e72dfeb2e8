import type { Clock } from '../clock/port.ts';
import { NotLeadingError } from './fence.ts';

export interface RoundOptions {
  round: (signal: AbortSignal) => Promise<void>;
  firstAfterMs?: number;
  /**
   * Pause in milliseconds between the end of a call of `round` and the next call. If it is a function, its argument
   * `failures` is the number of consecutive failed calls.
   */
  pauseMs: number | ((failures: number) => number);
  clock: Clock;
  /** Handles the error of a failed call of `round`. It is not called for a `NotLeadingError`. */
  failed: (error: unknown) => void;
}

/** Calls `round` repeatedly until the signal aborts. Resolves after the last call has ended. */
export async function runRounds(options: RoundOptions, signal: AbortSignal): Promise<void> {
  const { round, firstAfterMs = 0, pauseMs, clock, failed } = options;
  let failures = 0;
  if (firstAfterMs > 0) await clock.sleep(firstAfterMs, signal);
  while (!signal.aborted) {
    try {
      await round(signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!(error instanceof NotLeadingError)) failed(error);
    }
    await clock.sleep(typeof pauseMs === 'number' ? pauseMs : pauseMs(failures), signal);
  }
}
