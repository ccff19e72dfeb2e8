import { hasErrorCode } from '../files/error-code.ts';

export type Failure =
  { kind: 'answered'; code: number; retryAfter: string | undefined } | { kind: 'cut'; error: unknown };

const resendsMax = 4;
/**
 * Maximum delay before a request is sent again. If the `Retry-After` of the API server is longer, the request fails,
 * and the caller decides when to retry.
 */
const patienceMaxMs = 10_000;
const cutDelayMs = 50;

/**
 * Error codes of a connection that broke before the response was complete. Timeouts are not included, because a request
 * that timed out has no time left for another try.
 */
const cutCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED'];

/**
 * Returns the delay in milliseconds before a failed request is sent again. Returns undefined if the request must not be
 * sent again.
 *
 * Guarantee: a write is sent again only after status 429, by which the API server reports that it did not process the
 * request.
 */
export function resendDelayMs(failure: Failure, method: string, resends: number): number | undefined {
  if (resends >= resendsMax) return undefined;
  if (failure.kind === 'cut') {
    return method === 'GET' && hasErrorCode(failure.error, ...cutCodes) ? cutDelayMs * 2 ** resends : undefined;
  }
  if (failure.code !== 429) return undefined;
  const delayMs = /^\d+$/.test(failure.retryAfter ?? '') ? Number(failure.retryAfter) * 1_000 : 1_000;
  return delayMs <= patienceMaxMs ? delayMs : undefined;
}
