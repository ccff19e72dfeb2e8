import type { RequestHandler } from 'express';
import { problem } from '../http/answer.ts';
import { contextOf } from '../http/context.ts';
import type { Send } from '../http/send.ts';

/** Answers 403 if the API key of the request is valid but its account is deactivated. */
export function activeAccount(send: Send): RequestHandler {
  return async (request, response, next) => {
    if (contextOf(request).caller?.isActive === true) next();
    else await send(request, response, problem('account_deactivated'));
  };
}
