import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { isLedgerError } from '../../ledger/port.ts';
import { isStoreError } from '../../store/port.ts';
import { problem, type Answer } from '../http/answer.ts';
import { contextOf } from '../http/context.ts';
import { ledgerLost, storeUnavailable } from '../http/retry-later.ts';
import type { Send } from '../http/send.ts';

/** What was thrown is for the log. The caller learns the request id and nothing else. */
export function failures(logger: Logger, send: Send): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const { requestId, route } = contextOf(request);
    logger.error({ err: error, requestId, route }, 'a request failed');
    if (response.headersSent) next(error);
    else await send(request, response, answerFor(error));
  };
}

function answerFor(error: unknown): Answer {
  if (isStoreError(error, 'Unavailable') || isLedgerError(error, 'Unavailable')) return storeUnavailable;
  if (isLedgerError(error, 'Lost')) return ledgerLost;
  return problem('internal');
}
