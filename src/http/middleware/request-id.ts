import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Clock } from '../../clock/port.ts';
import { arrivalOf, attachContext, type RequestContext } from '../context.ts';

const repeatable = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Creates the context of the request and sets the response header `X-Request-Id`. Must be the first middleware, because
 * all other middleware needs the context.
 */
export function requestId(newId: () => string, clock: Clock): RequestHandler {
  return (request, response, next) => {
    const context = newContext(request, newId(), arrivalOf(request) ?? clock.monotonicMs());
    attachContext(request, context);
    response.setHeader('X-Request-Id', context.requestId);
    next();
  };
}

/**
 * Returns the context of a new request. Uses the request id that the client has sent if it is well-formed. A repeated
 * `X-Request-Id` header counts as malformed, because Node joins its values with a comma.
 */
export function newContext(request: IncomingMessage, id: string, startMs: number): RequestContext {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && repeatable.test(given) ? given : id;
  return { id, requestId, route: 'none', startMs };
}
