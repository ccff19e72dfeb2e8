import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { isLedgerError } from '../../ledger/port.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { problem, type Answer } from '../answer.ts';
import { contextOf } from '../context.ts';
import { ledgerLost, storeUnavailable } from '../retry-later.ts';
import type { Send } from '../send.ts';

/**
 * Logs an exception and sends an error response. The response contains the request id and no details of the exception.
 */
export function failures(logger: Logger, send: Send): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const { requestId, route } = contextOf(request);
    logger.error({ err: error, requestId, route }, 'failed to process the request');
    if (response.headersSent) next(error);
    else await send(request, response, answerFor(error));
  };
}

function answerFor(error: unknown): Answer {
  if (isStoreError(error, 'Unavailable') || isLedgerError(error, 'Unavailable')) return storeUnavailable;
  if (isLedgerError(error, 'Lost')) return ledgerLost;
  return problem('internal');
}
