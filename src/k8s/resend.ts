import { hasErrorCode } from '../files/error-code.ts';

export type Failure =
  { kind: 'answered'; code: number; retryAfter: string | undefined } | { kind: 'cut'; error: unknown };

const resendsMax = 4;
/** An API server that asks for more patience is left to the caller's own back-off. */
const patienceMaxMs = 10_000;
const cutDelayMs = 50;

/** The connection broke before the answer was whole. A time-out is none: it has used up the request's time. */
const cutCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED'];

/**
 * How long to wait before a request is sent again; undefined: not at all.
 *
 * Guarantee: a write is sent again only after 429, with which the server says that it did nothing.
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
