import type { IncomingMessage, RequestListener } from 'node:http';
import { inTrace } from './current-trace.ts';
import type { Tracing } from './port.ts';
import { newSpanId, newTraceId, parseTraceparent } from './trace-context.ts';

/** Methods of requests without a span. Most of them are polls for a job, which the metrics count. */
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Runs every request that changes something as a span of its own, which the access log records. The span continues the
 * trace that the header `traceparent` names.
 */
export function tracedRequests(handler: RequestListener, tracing: Tracing | undefined): RequestListener {
  if (tracing === undefined) return handler;
  return (request, response) => {
    if (reads.has(request.method ?? '')) {
      handler(request, response);
      return;
    }
    const caller = parseTraceparent(headerOf(request));
    const traceId = caller?.traceId ?? newTraceId();
    const context = { traceId, spanId: newSpanId(), isSampled: tracing.isSampled(traceId, caller) };
    const parentSpanId = caller?.spanId;
    inTrace({ context, parentSpanId, record: tracing.record }, () => {
      handler(request, response);
    });
  };
}

function headerOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}
