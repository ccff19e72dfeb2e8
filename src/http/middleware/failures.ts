import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { problem, type Answer } from '../answer.ts';
import { contextOf } from '../context.ts';
import type { Send } from '../send.ts';

interface FailureOptions {
  answerFor: (error: unknown) => Answer | undefined;
  logger: Logger;
}

/**
 * Logs an exception and sends an error response. The response contains the request id and no details of the exception.
 */
export function failures({ answerFor, logger }: FailureOptions, send: Send): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const { requestId, route } = contextOf(request);
    logger.error({ err: error, requestId, route }, 'failed to process the request');
    if (response.headersSent) next(error);
    else await send(request, response, answerFor(error) ?? problem('internal'));
  };
}
