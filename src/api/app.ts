import express, { type Express } from 'express';
import { problem } from './answer.ts';
import type { ApiDeps } from './deps.ts';
import { accessLog } from './middleware/access-log.ts';
import { answerHeaders } from './middleware/answer-headers.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { failures } from './middleware/failures.ts';
import { hostNeeded } from './middleware/host-needed.ts';
import { plainUrl } from './middleware/plain-url.ts';
import { requestId } from './middleware/request-id.ts';
import { createRouter } from './router.ts';
import { createRoutes } from './routes.ts';
import { createSend } from './send.ts';
import { createSteps } from './steps.ts';

/** The whole API as one request listener; it listens nowhere by itself. */
export function createApp(deps: ApiDeps): Express {
  const send = createSend(deps.publicUrl);
  const app = express();
  app.disable('x-powered-by').enable('case sensitive routing').enable('strict routing');
  app.use(requestId(deps.newRequestId, deps.clock));
  app.use(accessLog(deps.logger, deps.metrics, deps.clock));
  app.use(answerHeaders, hostNeeded(send), plainUrl);
  if (deps.corsOrigins.length > 0) app.use(crossOrigin(deps.corsOrigins));
  app.use(new URL(deps.publicUrl).pathname, createRouter(createRoutes(deps), createSteps(deps, send), send));
  app.use((request, response) => send(request, response, problem('not_found')));
  app.use(failures(deps.logger, send));
  return app;
}
