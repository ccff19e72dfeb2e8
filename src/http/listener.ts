import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { problem, type Answer } from './answer.ts';
import { accessLog, type ObserveRequest } from './middleware/access-log.ts';
import { crossOrigin, type CrossOrigin } from './middleware/cross-origin.ts';
import { failures } from './middleware/failures.ts';
import { problems } from '../errors/problems.ts';
import { meantPath } from './meant-path.ts';
import { plainUrl } from './middleware/plain-url.ts';
import { requestId } from './middleware/request-id.ts';
import type { Contract, Route } from './route.ts';
import { createRouter } from './router.ts';
import { createSend, type RenderProblem, type Send } from './send.ts';
import type { Checks } from './serve.ts';

export interface ListenerOptions {
  /** Public URL of the listener, without a trailing slash. The path of this URL is the base path of all endpoints. */
  publicUrl: string;
  crossOrigin: CrossOrigin;
  clock: Clock;
  newRequestId: () => string;
  observe: ObserveRequest;
  /** Returns the response to a request whose handler threw the error, or undefined for an internal error (500). */
  answerFor: (error: unknown) => Answer | undefined;
  /** Returns the response to a problem. If absent, the response is a problem document. */
  renderProblem?: RenderProblem;
  logger: Logger;
}

export function createListener<Caller, C extends Contract>(
  options: ListenerOptions,
  routes: readonly Route<Caller, C>[],
  checks: Checks<Caller, C>,
): Express {
  const send = createSend(options.publicUrl, options.renderProblem);
  const app = createFront(options, send);
  app.use(new URL(options.publicUrl).pathname, createRouter(routes, checks, { clock: options.clock, send }));
  app.use(unknownPath(options.publicUrl, routes, send));
  app.use(failures(options, send));
  return app;
}

export function createRefusal(options: ListenerOptions, refusal: () => Answer): Express {
  const send = createSend(options.publicUrl, options.renderProblem);
  const app = createFront(options, send);
  app.use((request, response) => send(request, response, refusal()));
  app.use(failures(options, send));
  return app;
}

function createFront(options: ListenerOptions, send: Send): Express {
  const app = express();
  app.disable('x-powered-by').enable('case sensitive routing').enable('strict routing');
  app.use(requestId(options.newRequestId, options.clock));
  app.use(accessLog(options.observe));
  app.use(answerHeaders, hostNeeded(send), plainUrl);
  if (options.crossOrigin.origins.length > 0) app.use(crossOrigin(options.crossOrigin));
  return app;
}

/** Answers 404. Names the path of the endpoint that is probably meant. */
function unknownPath(publicUrl: string, routes: readonly { contract: Contract }[], send: Send): RequestHandler {
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
