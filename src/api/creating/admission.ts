import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { Ledger } from '../../ledger/port.ts';
import type { AdmissionMetrics } from '../../observability/admission-metrics.ts';
import type { RateLimiter } from '../../ratelimit/port.ts';
import type { WindowDefaults } from '../../schema/apikey.ts';
import { AbortRetrier } from './abort-retrier.ts';
import { ReadLimiter } from '../limits/read-limiter.ts';
import { createWindows, type Windows } from '../limits/windows.ts';
import { BoundedBackground } from '../bounded-background.ts';

/** AdJobs that one replica makes at once: some seconds of what it admits. What is beyond is left to the relay. */
const creationsMax = 1_000;

export interface AdmissionParts {
  ledger: Pick<Ledger, 'abort'>;
  rateLimiter: RateLimiter;
  metrics: AdmissionMetrics;
  clock: Clock;
  logger: Logger;
  /** What the installation sets for keys that say nothing else. */
  defaults?: WindowDefaults | undefined;
}

/** What stands behind the creates and the windows of one replica, and goes on beside its requests. */
export interface AdmissionService {
  windows: Windows;
  aborts: Pick<AbortRetrier, 'add'>;
  creations: Pick<BoundedBackground, 'run'>;
  /**
   * Once no request comes any more: tell the last counts, take back what is still open, and let the AdJobs be made that are
   * under way. Waits no longer than that.
   */
  drain(graceMs: number): Promise<void>;
}

/** Shares the counts of reads until it is drained. */
export function startAdmission(parts: AdmissionParts): AdmissionService {
  const { rateLimiter, clock } = parts;
  const [readLimiter, aborts, creations, stop] = [
    new ReadLimiter(rateLimiter, clock),
    new AbortRetrier(parts),
    new BoundedBackground(creationsMax),
    new AbortController(),
  ];
  const sharing = readLimiter.run(stop.signal);
  return {
    windows: createWindows({ ...parts, readLimiter }),
    aborts,
    creations,
    drain: async (graceMs) => {
      stop.abort();
      const ended = new AbortController();
      const done = Promise.all([sharing, aborts.drain(graceMs), creations.idle()]).finally(() => {
        ended.abort();
      });
      await Promise.race([done, clock.sleep(graceMs, ended.signal)]);
    },
  };
}
