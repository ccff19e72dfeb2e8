import type { RequestListener } from 'node:http';
import type { ApiDeps } from './deps.ts';
import { createFastPath } from './fast-path.ts';
import { createListener } from './listener.ts';
import { createObserver } from './middleware/access-log.ts';
import { createRoutes } from './routes.ts';

/** The whole API as one request listener; it listens nowhere by itself. */
export function createApp(deps: ApiDeps, options: { hasFastPath: boolean } = { hasFastPath: true }): RequestListener {
  const observe = createObserver(deps);
  const router = createListener(deps, createRoutes(deps), observe);
  return options.hasFastPath ? createFastPath(deps, observe, router) : router;
}
