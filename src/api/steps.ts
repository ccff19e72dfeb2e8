import type { RequestHandler } from 'express';
import type { ApiDeps } from './deps.ts';
import { activeAccount, authenticate } from './middleware/authenticate.ts';
import { countRequest } from './middleware/count-request.ts';
import { jsonBody } from './middleware/json-body.ts';
import { jsonContent } from './middleware/json-content.ts';
import type { Route } from './http/route.ts';
import type { Send } from './http/send.ts';

/**
 * Returns the middleware of a route. This is the only place that defines the order of checks: 401, 403, the rate limit
 * (429), the body (415, then 413, 408, 400). Earlier checks: 503 for shed requests (`load-gate.ts`), then 404 and 405,
 * which need no API key. Later checks, in the handler: 422, the ledger (402), 202. A request that passes 401 and 403
 * counts against the rate limit, whatever its outcome.
 */
export function createSteps(
  { keys, keyUses, clock, windows }: Pick<ApiDeps, 'keys' | 'keyUses' | 'clock' | 'windows'>,
  send: Send,
): (route: Route) => RequestHandler[] {
  const caller = [authenticate({ keys, keyUses, clock }, send), activeAccount(send)];
  const body = [jsonContent(send), jsonBody(clock, send)];
  return ({ contract }) => [
    ...(contract.window === undefined ? [] : [...caller, countRequest(contract.window, windows, send)]),
    ...(contract.body === undefined ? [] : body),
  ];
}
