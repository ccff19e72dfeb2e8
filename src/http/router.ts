import express, { type RequestHandler, type Router } from 'express';
import type { Clock } from '../clock/port.ts';
import { noContent, problem } from './answer.ts';
import { contextOf } from './context.ts';
import type { Contract, Route } from './route.ts';
import type { Send } from './send.ts';
import { answerTo, type Checks } from './serve.ts';

export function createRouter<Caller, C extends Contract>(
  routes: readonly Route<Caller, C>[],
  checks: Checks<Caller, C>,
  { clock, send }: { clock: Clock; send: Send },
): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, ofPath] of Map.groupBy(routes, ({ contract }) => contract.path)) {
    const allow = allowOf(ofPath.map(({ contract }) => contract.method.toUpperCase()));
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    route.all(named(path));
    for (const one of ofPath) {
      route[one.contract.method](async (request, response) => {
        const answer = await answerTo({ request, response, clock }, one, checks);
        if (answer !== undefined) await send(request, response, answer);
      });
    }
    route.options((request, response) => send(request, response, noContent({ Allow: allow })));
    route.all((request, response) =>
      send(request, response, problem('method_not_allowed', { headers: { Allow: allow } })),
    );
  }
  return router;
}

function allowOf(methods: readonly string[]): string {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function named(path: string): RequestHandler {
  return (request, _response, next) => {
    contextOf(request).route = path;
    next();
  };
}
