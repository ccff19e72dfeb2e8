import type { RequestHandler } from 'express';
import type { Clock } from '../../clock/port.ts';
import { attachContext } from '../context.ts';

const repeatable = /^[A-Za-z0-9._-]{1,64}$/;

/** `X-Request-Id` on every answer: the caller's where it may be repeated, else ours. First in line: all others need it. */
export function requestId(newId: () => string, clock: Clock): RequestHandler {
  return (request, response, next) => {
    const id = newId();
    const given = request.headersDistinct['x-request-id'] ?? [];
    const requestId = given.length === 1 && given[0] !== undefined && repeatable.test(given[0]) ? given[0] : id;
    attachContext(request, { id, requestId, route: 'none', startMs: clock.monotonicMs() });
    response.setHeader('X-Request-Id', requestId);
    next();
  };
}
