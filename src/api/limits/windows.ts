import type { Clock } from '../../clock/port.ts';
import { limitOf, RateLimiterUnavailable, type RateLimiter } from '../../ratelimit/port.ts';
import { windowDefaults, type WindowDefaults } from '../../schema/apikey.ts';
import type { RateWindow } from '../../schema/endpoints/endpoint.ts';
import type { Caller } from '../keys/callers.ts';
import type { AdmissionMetrics } from '../metrics.ts';
import type { ReadLimiter } from './read-limiter.ts';
import type { WindowCount } from './window-count.ts';

export interface Windows {
  /**
   * Counts a request that creates a job against its rate limit. The count is exact over all replicas of the API.
   * Rejects with `RateLimiterUnavailable` if the store of the counts does not respond.
   */
  countCreate(caller: Caller, window: RateWindow): Promise<WindowCount>;
  /**
   * Counts a read request in the memory of this replica, which shares its counts with other replicas every 100 ms.
   * Never waits for the store and never fails.
   */
  countRead(caller: Caller): WindowCount;
}

const storeTimeoutMs = 1_000;

export interface WindowsOptions {
  rateLimiter: Pick<RateLimiter, 'consume'>;
  readLimiter: Pick<ReadLimiter, 'count'>;
  clock: Clock;
  metrics: AdmissionMetrics;
  defaults?: WindowDefaults | undefined;
}

export function createWindows(options: WindowsOptions): Windows {
  const { rateLimiter, readLimiter, clock, metrics, defaults = windowDefaults } = options;
  const recorded = (count: WindowCount): WindowCount => {
    metrics.counted(count.window, count.isAllowed ? 'allowed' : 'refused');
    return count;
  };
  return {
    countCreate: async ({ key, limits }, window) => {
      const limit = limitOf(window, limits, defaults);
      try {
        const { isAllowed, used, resetSeconds } = await inTime(rateLimiter.consume({ key, window }, limit), clock);
        return recorded({ window, isAllowed, limit, remaining: Math.max(0, limit - used), resetSeconds });
      } catch (error) {
        metrics.counted(window, 'unavailable');
        metrics.admitted('unavailable');
        throw error;
      }
    },
    countRead: ({ key, limits }) => recorded(readLimiter.count(key, limitOf('job-read', limits, defaults))),
  };
}

/**
 * Returns the answer of the store that keeps the request counts. Rejects if the answer takes longer than
 * `storeTimeoutMs`; the store may still have counted the request.
 */
async function inTime<T>(answer: Promise<T>, clock: Clock): Promise<T> {
  const answered = new AbortController();
  const timeout = clock.sleep(storeTimeoutMs, answered.signal).then(() => {
    throw new RateLimiterUnavailable(`The counter store did not respond within ${storeTimeoutMs} ms.`);
  });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    answered.abort();
  }
}
