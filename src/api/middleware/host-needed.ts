import type { RequestHandler } from 'express';
import { problem } from '../http/answer.ts';
import type { Send } from '../http/send.ts';

/** Answers 400 to an HTTP/1.1 request without a Host header, as RFC 9112 requires. */
export function hostNeeded(send: Send): RequestHandler {
  return async (request, response, next) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') next();
    else await send(request, response, problem('bad_request', { headers: { Connection: 'close' } }));
  };
}
