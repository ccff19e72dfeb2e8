import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Clock } from '../../clock/port.ts';
import { arrivalOf, attachContext, type RequestContext } from '../http/context.ts';

const repeatable = /^[A-Za-z0-9._-]{1,64}$/;

/** `X-Request-Id` on every answer: the caller's where it may be repeated, else ours. First in line: all others need it. */
export function requestId(newId: () => string, clock: Clock): RequestHandler {
  return (request, response, next) => {
    const context = newContext(request, newId(), arrivalOf(request) ?? clock.monotonicMs());
    attachContext(request, context);
    response.setHeader('X-Request-Id', context.requestId);
    next();
  };
}

/** Of a request that nobody has looked at yet. A header that came twice holds a comma and is not repeated. */
export function newContext(request: IncomingMessage, id: string, startMs: number): RequestContext {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && repeatable.test(given) ? given : id;
  return { id, requestId, route: 'none', startMs };
}
