import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { Ledger } from '../../ledger/port.ts';
import type { RateLimiter } from '../../ratelimit/port.ts';
import type { WindowDefaults } from '../../schema/apikey.ts';
import { AbortRetrier } from './abort-retrier.ts';
import { ReadLimiter } from '../limits/read-limiter.ts';
import { createWindows, type Windows } from '../limits/windows.ts';
import { BoundedBackground } from '../bounded-background.ts';
import type { AdmissionMetrics } from '../metrics.ts';

/**
 * Maximum number of AdJobs that one replica of the REST API creates in Kubernetes at the same time. The controller
 * creates the AdJobs of further jobs later.
 */
const creationsMax = 1_000;

export interface AdmissionParts {
  ledger: Pick<Ledger, 'abort'>;
  rateLimiter: RateLimiter;
  metrics: AdmissionMetrics;
  clock: Clock;
  logger: Logger;
  defaults?: WindowDefaults | undefined;
}

export interface AdmissionService {
  windows: Windows;
  aborts: Pick<AbortRetrier, 'add'>;
  creations: Pick<BoundedBackground, 'run'>;
  /**
   * Ends the background work of the API; call it after the last request. Shares the last counts of read requests with
   * other replicas. Waits at most `graceMs` for AdJobs that are being created, and for admissions (reservations of
   * credits) that are being undone.
   */
  drain(graceMs: number): Promise<void>;
}

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
