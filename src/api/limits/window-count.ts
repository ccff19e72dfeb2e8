import { windowSeconds } from '../../ratelimit/port.ts';
import type { RateWindow } from '../../schema/endpoints/endpoint.ts';
import type { Headers } from '../../http/answer.ts';

export interface WindowCount {
  window: RateWindow;
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the next minute of the rate limit starts; at least 1. */
  resetSeconds: number;
}

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
