import type { RequestHandler } from 'express';
import type { ApiDeps } from './deps.ts';
import { activeAccount } from './middleware/active-account.ts';
import { authenticate } from './middleware/authenticate.ts';
import { countRequest } from './middleware/count-request.ts';
import { jsonBody } from './middleware/json-body.ts';
import { jsonContent } from './middleware/json-content.ts';
import type { Route } from './http/route.ts';
import type { Send } from './http/send.ts';

/**
 * The order in which a request is judged, and the only place that knows it. Before: 503 of what is shed (`load-gate.ts`), then
 * 404 and 405 of the route, which need no key. Then 401, 403, the rate window (429), the body (415, then 413, 408, 400). After, in the handler: 422, the
 * ledger (402), 202. The window counts a request on its arrival, whatever comes of it; a 401 or 403 never counts.
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
