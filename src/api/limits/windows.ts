import type { Clock } from '../../clock/port.ts';
import type { AdmissionMetrics } from '../../observability/admission-metrics.ts';
import { cappedLimit, RateLimiterUnavailable, windowSeconds, type RateLimiter } from '../../ratelimit/port.ts';
import { windowDefaults, type KeyLimits, type WindowDefaults } from '../../schema/apikey.ts';
import type { RateWindow } from '../../schema/endpoints/endpoint.ts';
import type { Headers } from '../http/answer.ts';
import type { Caller } from '../keys/callers.ts';
import type { ReadLimiter } from './read-limiter.ts';

export type CreateWindow = Exclude<RateWindow, 'job-read'>;

/** How a request was counted. */
export interface WindowCount {
  window: RateWindow;
  isAllowed: boolean;
  limit: number;
  /** Requests that this window still takes. */
  remaining: number;
  /** Until the next window begins; at least 1. */
  resetSeconds: number;
}

export interface Windows {
  /** Exact, over all replicas. Rejects with `RateLimiterUnavailable`. */
  countCreate(caller: Caller, window: CreateWindow): Promise<WindowCount>;
  /** From this replica's own count, synchronised every 100 ms; never waits, never fails. */
  countRead(caller: Caller): WindowCount;
}

/** A counter store that is silent for so long is away. */
const silenceMaxMs = 1_000;

export interface WindowsOptions {
  rateLimiter: Pick<RateLimiter, 'consume'>;
  readLimiter: Pick<ReadLimiter, 'count'>;
  clock: Clock;
  metrics: AdmissionMetrics;
  defaults?: WindowDefaults | undefined;
}

export function createWindows(options: WindowsOptions): Windows {
  const { rateLimiter, readLimiter, clock, metrics, defaults = windowDefaults } = options;
  const told = (count: WindowCount): WindowCount => {
    metrics.counted(count.window, count.isAllowed ? 'allowed' : 'refused');
    return count;
  };
  return {
    countCreate: async ({ key, limits }, window) => {
      const limit = limitOf(window, limits, defaults);
      try {
        const { isAllowed, used, resetSeconds } = await inTime(rateLimiter.consume({ key, window }, limit), clock);
        return told({ window, isAllowed, limit, remaining: Math.max(0, limit - used), resetSeconds });
      } catch (error) {
        metrics.counted(window, 'unavailable');
        metrics.admitted('unavailable');
        throw error;
      }
    },
    countRead: ({ key, limits }) => told(readLimiter.count(key, limitOf('job-read', limits, defaults))),
  };
}

/** The key's own limit, else the installation's. */
export function limitOf(window: RateWindow, limits: KeyLimits, defaults: WindowDefaults): number {
  switch (window) {
    case 'image-create':
      return limits.imageCreatesPerMinute ?? defaults.imageCreatesPerMinute;
    case 'video-create':
      return cappedLimit(window, limits.videoCreatesPerMinute ?? defaults.videoCreatesPerMinute);
    case 'job-read':
      return limits.jobReadsPerMinute ?? defaults.jobReadsPerMinute;
  }
}

/** What every counted answer says, whatever else it says. */
export function windowHeaders({ window, isAllowed, limit, remaining, resetSeconds }: WindowCount): Headers {
  const reset = String(Math.max(1, resetSeconds));
  return {
    'RateLimit-Policy': `"${window}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${window}";r=${remaining};t=${reset}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': reset,
    ...(isAllowed ? {} : { 'Retry-After': reset }),
  };
}

/** An answer that comes too late is thrown away: the request was refused, though it may have been counted. */
async function inTime<T>(answer: Promise<T>, clock: Clock): Promise<T> {
  const answered = new AbortController();
  const silence = clock.sleep(silenceMaxMs, answered.signal).then(() => {
    throw new RateLimiterUnavailable('The counter store is silent.');
  });
  silence.catch(() => undefined);
  try {
    return await Promise.race([answer, silence]);
  } finally {
    answered.abort();
  }
}
