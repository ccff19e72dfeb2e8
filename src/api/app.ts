import type { Express } from 'express';
import type { ApiDeps } from './deps.ts';
import { createListener } from './listener.ts';
import { createRoutes } from './routes.ts';

/** The whole API as one request listener; it listens nowhere by itself. */
export function createApp(deps: ApiDeps): Express {
  return createListener(deps, createRoutes(deps));
}
