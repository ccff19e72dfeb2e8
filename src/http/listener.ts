import express, { type Express, type RequestHandler } from 'express';
import { problem, type Answer } from './answer.ts';
import type { ApiDeps } from '../api/deps.ts';
import { accessLog, type ObserveRequest } from './middleware/access-log.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { failures } from './middleware/failures.ts';
import { problems } from '../errors/problems.ts';
import { meantPath } from './meant-path.ts';
import { plainUrl } from './middleware/plain-url.ts';
import { requestId } from './middleware/request-id.ts';
import type { Route } from './route.ts';
import { createRouter } from './router.ts';
import { createSend, type Send } from './send.ts';
import { createSteps } from './steps.ts';

export type ListenerDeps = Pick<
  ApiDeps,
  'publicUrl' | 'corsOrigins' | 'keys' | 'keyUses' | 'windows' | 'clock' | 'newRequestId' | 'logger'
>;

export function createListener(deps: ListenerDeps, routes: readonly Route[], observe: ObserveRequest): Express {
  const send = createSend(deps.publicUrl);
  const app = createFront(deps, observe, send);
  app.use(new URL(deps.publicUrl).pathname, createRouter(routes, createSteps(deps, send), send));
  app.use(unknownPath(deps.publicUrl, routes, send));
  app.use(failures(deps.logger, send));
  return app;
}

export function createRefusal(deps: ListenerDeps, observe: ObserveRequest, refusal: () => Answer): Express {
  const send = createSend(deps.publicUrl);
  const app = createFront(deps, observe, send);
  app.use((request, response) => send(request, response, refusal()));
  app.use(failures(deps.logger, send));
  return app;
}

function createFront(deps: ListenerDeps, observe: ObserveRequest, send: Send): Express {
  const app = express();
  app.disable('x-powered-by').enable('case sensitive routing').enable('strict routing');
  app.use(requestId(deps.newRequestId, deps.clock));
  app.use(accessLog(observe));
  app.use(answerHeaders, hostNeeded(send), plainUrl);
  if (deps.corsOrigins.length > 0) app.use(crossOrigin(deps.corsOrigins));
  return app;
}

/** Answers 404. Names the path of the endpoint that is probably meant. */
function unknownPath(publicUrl: string, routes: readonly Route[], send: Send): RequestHandler {
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '');
  const endpoints = routes.map(({ contract }) => contract.path);
  return (request, response) => {
    const meant = meantPath(request.url.replace(/[?#].*$/s, ''), basePath, endpoints);
    const detail = `${problems.not_found.description} Did you mean ${meant ?? ''}?`;
    return send(request, response, problem('not_found', meant === undefined ? {} : { detail }));
  };
}

const answerHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

/** Answers 400 to an HTTP/1.1 request without a Host header, as RFC 9112 requires. */
function hostNeeded(send: Send): RequestHandler {
  return async (request, response, next) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') next();
    else await send(request, response, problem('bad_request', { headers: { Connection: 'close' } }));
  };
}
