import type { Clock } from '../clock/port.ts';
import { NotLeadingError } from './fence.ts';

export interface RoundOptions {
  round: (signal: AbortSignal) => Promise<void>;
  /** From the end of a round to the beginning of the next; of so many that have failed in a row, 0 after one that has not. */
  pauseMs: number | ((failures: number) => number);
  clock: Clock;
  /** Told what a round throws; but not that we lead no more. */
  failed: (error: unknown) => void;
}

/** Round after round, the first one at once, until the signal aborts. Resolves when no round is under way any more. */
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
