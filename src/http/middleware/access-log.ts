import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../../clock/port.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import { contextOf, type RequestContext } from '../context.ts';
import { createRequestMetrics } from '../metrics.ts';
import { requestSpan } from '../request-span.ts';

export type ObserveRequest = (response: ServerResponse, context: RequestContext) => void;

/**
 * Returns a function that writes one log line, updates the metrics and records the span of a traced request. All contain the path pattern
 * of the endpoint; the line also has the names of the account and of the API key, and the id of the job. Neither
 * contains the secret of the key, the body or any other input of the client. Successful requests to `probes`, which
 * arrive every few seconds, are logged at `debug`. Call this once per metrics registry
 * and metric name.
 */
export function createObserver({
  logger,
  metrics,
  metricName,
  clock,
  probes,
  subjectOf,
}: ObserverDeps): ObserveRequest {
  const measure = createRequestMetrics(metrics, metricName);
  // Redaction is off, because access log lines contain no secrets and redaction costs time.
  const lines = logger.child({}, { redact: [] });
  return (response, context) => {
    const trace = currentTrace();
    response.on('close', () => {
      const { requestId, route, startMs, caller } = context;
      const durationMs = Math.round((clock.monotonicMs() - startMs) * 1_000) / 1_000;
      const status = statusOf(response);
      measure(route, status, durationMs / 1000);
      const outcome = response.writableFinished ? 'answered' : 'hung up';
      const level = probes.has(route) && status < 400 ? 'debug' : 'info';
      const subject = caller && { ...caller, ...subjectOf?.(response) };
      const { method = '' } = response.req;
      const traceId = trace && { trace_id: trace.context.traceId };
      lines[level]({ requestId, method, route, ...subject, status, durationMs, ...traceId }, outcome);
      trace?.record(requestSpan(trace, { method, route, status, durationMs, subject }));
    });
  };
}

interface ObserverDeps {
  logger: Logger;
  metrics: Registry;
  /** Name of the metric of request durations, if the listener is not the API. */
  metricName?: string;
  clock: Clock;
  /** Returns further fields of the log line of a request that has a caller. */
  subjectOf?: (response: ServerResponse) => Readonly<Record<string, string | undefined>>;
  /** Paths of the endpoints for probes. */
  probes: ReadonlySet<string>;
}

export function accessLog(observe: ObserveRequest): RequestHandler {
  return (request, response, next) => {
    observe(response, contextOf(request));
    next();
  };
}

/**
 * Status code in log and metrics for a request whose client disconnected before the response started. This code is
 * never sent.
 */
const callerLeft = 499;

/**
 * Returns the status code of a request for log and metrics. Returns 499 if the response never started and still has
 * Node's default status, 200. For malformed HTTP, the response never starts either, but its status is set.
 */
function statusOf({ headersSent, statusCode }: ServerResponse): number {
  return headersSent || statusCode !== 200 ? statusCode : callerLeft;
}
