import type { RequestHandler } from 'express';
import type { ApiDeps } from '../api/deps.ts';
import { activeAccount, authenticate } from '../api/keys/authenticate.ts';
import { countRequest } from '../api/limits/count-request.ts';
import { jsonBody } from './body/json-body.ts';
import { jsonContent } from './body/json-content.ts';
import type { Route } from './route.ts';
import type { Send } from './send.ts';

/**
 * Returns the middleware of a route. This is the only place that defines the order of these checks: API key (401),
 * active account (403), rate limit (429), body (415, then 413, 408, 400). A request that passes the first two checks
 * counts against the rate limit, whatever its outcome.
 *
 * Before these checks, without an API key: 503 for requests refused because of overload (`load-gate.ts`), then 404 and
 * 405. After them, in the handler: invalid fields (422), too few credits (402).
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
