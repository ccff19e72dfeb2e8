import { problem, type Answer } from '../http/answer.ts';
import { storeUnavailable } from '../http/retry-later.ts';
import { isLedgerError } from '../ledger/port.ts';
import { isStoreError } from '../objects/store-error.ts';

/**
 * Response (503) after the ledger of credits has lost its data. The client is asked to wait longer, because an operator
 * must rebuild the ledger.
 */
export const ledgerLost: Answer = problem('ledger_lost', { headers: { 'Retry-After': '60' } });

/** Returns the response to a request whose handler threw the error. Returns undefined for an internal error (500). */
export function answerForFailure(error: unknown): Answer | undefined {
  if (isStoreError(error, 'Unavailable') || isLedgerError(error, 'Unavailable')) return storeUnavailable;
  return isLedgerError(error, 'Lost') ? ledgerLost : undefined;
}
