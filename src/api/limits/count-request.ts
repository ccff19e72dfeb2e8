import type { RequestHandler } from 'express';
import { RateLimiterUnavailable } from '../../ratelimit/port.ts';
import type { RateWindow } from '../../schema/endpoints/endpoint.ts';
import { problem } from '../../http/answer.ts';
import type { Caller } from '../keys/callers.ts';
import { contextOf } from '../../http/context.ts';
import { storeUnavailable } from '../../http/retry-later.ts';
import type { Send } from '../../http/send.ts';
import type { Windows } from './windows.ts';
import { windowHeaders, type WindowCount } from './window-count.ts';

/**
 * Counts the request against its rate limit before its body is read, and sets the rate-limit headers of the response.
 * Answers 429 if the limit for this minute is reached. Answers 503 if the request creates a job and the store of the
 * counts does not respond.
 */
export function countRequest(window: RateWindow, windows: Windows, send: Send): RequestHandler {
  return async (request, response, next) => {
    const { caller } = contextOf(request);
    if (caller === undefined) throw new Error('The middleware countRequest must run after authenticate.');
    const count = await counted(caller, window, windows);
    if (count === undefined) {
      await send(request, response, storeUnavailable);
      return;
    }
    for (const [name, value] of Object.entries(windowHeaders(count))) response.setHeader(name, value);
    if (count.isAllowed) next();
    else await send(request, response, problem('rate_limited'));
  };
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
