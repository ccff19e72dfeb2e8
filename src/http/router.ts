import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { noContent, problem } from './answer.ts';
import { contextOf } from './context.ts';
import type { ApiRequest, Handler, Route } from './route.ts';
import type { Send } from './send.ts';

export function createRouter(
  routes: readonly Route[],
  stepsOf: (route: Route) => RequestHandler[],
  send: Send,
): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, ofPath] of Map.groupBy(routes, ({ contract }) => contract.path)) {
    const allow = allowOf(ofPath);
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    route.all(named(path));
    for (const one of ofPath) route[one.contract.method](...stepsOf(one), handler(one.handle, send));
    route.options((request, response) => send(request, response, noContent({ Allow: allow })));
    route.all((request, response) =>
      send(request, response, problem('method_not_allowed', { headers: { Allow: allow } })),
    );
  }
  return router;
}

function allowOf(routes: readonly Route[]): string {
  const methods = routes.map(({ contract }) => contract.method.toUpperCase());
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function named(path: string): RequestHandler {
  return (request, _response, next) => {
    contextOf(request).route = path;
    next();
  };
}

function handler(handle: Handler, send: Send): RequestHandler {
  return async (request, response) => {
    await send(request, response, await handle(apiRequest(request, response)));
  };
}

function apiRequest(request: Request, response: Response): ApiRequest {
  const { body, caller } = contextOf(request);
  return {
    method: request.method,
    params: paramsOf(request),
    query: new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1]),
    headers: request.headers,
    body,
    caller: () => {
      if (caller === undefined) throw new Error('The endpoint is public, so its requests have no caller.');
      return caller;
    },
    gone: () => closing(response),
  };
}

function closing(response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => {
    gone.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return gone.signal;
}

function paramsOf({ params }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]));
}
