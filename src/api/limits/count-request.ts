import { problem } from '../../http/answer.ts';
import { storeUnavailable } from '../../http/retry-later.ts';
import type { Counted } from '../../http/serve.ts';
import { RateLimiterUnavailable } from '../../ratelimit/port.ts';
import type { RateWindow } from '../../schema/endpoints/endpoint.ts';
import type { Caller } from '../keys/callers.ts';
import { windowHeaders, type WindowCount } from './window-count.ts';
import type { Windows } from './windows.ts';

/**
 * Counts the request against its rate limit before its body is read, and returns the rate-limit headers of the
 * response. The response is 429 if the limit for this minute is reached, and 503 if the request creates a job and the
 * store of the counts does not respond.
 */
export async function countRequest(caller: Caller, window: RateWindow, windows: Windows): Promise<Counted> {
  const count = await counted(caller, window, windows);
  if (count === undefined) return { headers: {}, refusal: storeUnavailable };
  const headers = windowHeaders(count);
  return count.isAllowed ? { headers } : { headers, refusal: problem('rate_limited') };
}

async function counted(caller: Caller, window: RateWindow, windows: Windows): Promise<WindowCount | undefined> {
  if (window === 'job-read') return windows.countRead(caller);
  try {
    return await windows.countCreate(caller, window);
  } catch (error) {
    if (error instanceof RateLimiterUnavailable) return undefined;
    throw error;
  }
}
