import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import type { Ledger } from '../ledger/port.ts';
import { AbortRetrier } from '../operations/jobs/abort-retrier.ts';
import { BoundedBackground } from '../operations/jobs/bounded-background.ts';
import type { RateLimiter } from '../ratelimit/port.ts';
import type { WindowDefaults } from '../schema/apikey.ts';
import { ReadLimiter } from './limits/read-limiter.ts';
import { createWindows } from './limits/windows.ts';
import type { AdmissionMetrics } from './metrics.ts';

/**
 * Maximum number of AdJobs that one replica of the REST API creates in Kubernetes at the same time. The controller
 * creates the AdJobs of further jobs later.
 */
const creationsMax = 1_000;

interface AdmissionParts {
  ledger: Pick<Ledger, 'abort'>;
  rateLimiter: RateLimiter;
  metrics: AdmissionMetrics;
  clock: Clock;
  logger: Logger;
  defaults?: WindowDefaults | undefined;
}

export function startAdmission(parts: AdmissionParts) {
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
    ...{ aborts, creations },
    /**
     * Ends the background work of the API; call it after the last request. Shares the last counts of read requests with
     * other replicas. Waits at most `graceMs` for AdJobs that are being created, and for admissions (reservations of
     * credits) that are being undone.
     */
    drain: async (graceMs: number): Promise<void> => {
      stop.abort();
      const ended = new AbortController();
      const done = Promise.all([sharing, aborts.drain(graceMs), creations.idle()]).finally(() => {
        ended.abort();
      });
      await Promise.race([done, clock.sleep(graceMs, ended.signal)]);
    },
  };
}
