import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../clock/port.ts';
import { livez } from '../../schema/endpoints/livez.ts';
import { readyz } from '../../schema/endpoints/readyz.ts';
import { contextOf, type RequestContext } from '../http/context.ts';

const probes: readonly string[] = [livez.path, readyz.path];

/** Begins to follow a request by what is answered to it. */
export type ObserveRequest = (response: ServerResponse, context: RequestContext) => void;

/**
 * One line and one observation for each request, with the route's pattern: no key, no body, nothing a caller typed. A probe
 * that is well is told at `debug`: there is one every few seconds. To be made once for a registry.
 */
export function createObserver({ logger, metrics, clock }: ObserverDeps): ObserveRequest {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer, by route and status code.',
    labelNames: ['route', 'code'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  const lines = logger.child({}, { redact: [] }); // nothing secret can come here, and looking for it takes time
  return (response, context) => {
    response.on('close', () => {
      const { requestId, route, startMs } = context;
      const durationMs = Math.round((clock.monotonicMs() - startMs) * 1_000) / 1_000;
      const status = statusOf(response);
      durations.observe({ route, code: status }, durationMs / 1000);
      const outcome = response.writableFinished ? 'answered' : 'hung up';
      const level = probes.includes(route) && status < 400 ? 'debug' : 'info';
      lines[level]({ requestId, method: response.req.method, route, status, durationMs }, outcome);
    });
  };
}

interface ObserverDeps {
  logger: Logger;
  metrics: Registry;
  clock: Clock;
}

export function accessLog(observe: ObserveRequest): RequestHandler {
  return (request, response, next) => {
    observe(response, contextOf(request));
    next();
  };
}

/** What log and metrics say of a caller who left before any answer began; nothing is sent with it. */
const callerLeft = 499;

/** An answer that never began has the 200 it was made with, unless whoever ended it has set another. */
function statusOf({ headersSent, statusCode }: ServerResponse): number {
  return headersSent || statusCode !== 200 ? statusCode : callerLeft;
}
