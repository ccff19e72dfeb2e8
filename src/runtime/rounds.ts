import type { Clock } from '../clock/port.ts';
import { NotLeadingError } from './fence.ts';

export interface RoundOptions {
  round: (signal: AbortSignal) => Promise<void>;
  /**
   * Pause between the end of a round and the start of the next. `failures` is the number of consecutive failed rounds.
   */
  pauseMs: number | ((failures: number) => number);
  clock: Clock;
  /** Called with each error of a round, except `NotLeadingError`. */
  failed: (error: unknown) => void;
}

/** Runs rounds until the signal aborts, the first one at once. Resolves when no round is running any more. */
export async function runRounds({ round, pauseMs, clock, failed }: RoundOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
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
