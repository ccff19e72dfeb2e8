import { hasErrorCode } from '../files/error-code.ts';

export type Failure =
  { kind: 'answered'; code: number; retryAfter: string | undefined } | { kind: 'cut'; error: unknown };

const resendsMax = 4;
/** Longest delay. A longer Retry-After is left to the back-off of the caller. */
const patienceMaxMs = 10_000;
const cutDelayMs = 50;

/**
 * Errors of a connection that broke before the response was complete. Timeouts are excluded, since they used up the
 * time of the request.
 */
const cutCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED'];

/**
 * Returns the delay before a request is sent again; undefined: it is not sent again.
 *
 * Guarantee: a write is sent again only after 429, by which the server reports that it was not processed.
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
