import type { AttemptResult } from '../../domain/delivery.ts';
import { keyText } from '../../objects/object-key.ts';
import type { Trace } from '../../tracing/current-trace.ts';
import { traceOfJob } from '../../tracing/job-trace.ts';
import type { Tracing } from '../../tracing/port.ts';
import { newSpanId } from '../../tracing/trace-context.ts';
import type { SentCallback } from './callback-store.ts';

/** Returns the trace of the job of a callback. An archive record does not contain the trace of its job. */
export function traceOfCallback({ jobId, loaded }: SentCallback, tracing: Tracing | undefined): Trace | undefined {
  return loaded === undefined || tracing === undefined ? undefined : traceOfJob(loaded.metadata, jobId, tracing);
}

/** Records one attempt to deliver a callback. The span does not contain the URL, which may contain a secret. */
export function recordAttempt(
  { jobId, account }: SentCallback,
  { result, startedAt }: { result: AttemptResult; startedAt: Date },
  { context, record }: Trace,
): void {
  const startMs = startedAt.getTime();
  const { outcome, status, error, latencyMs } = result;
  record({
    name: 'callback',
    context: { ...context, spanId: newSpanId() },
    ...{ parentSpanId: context.spanId, kind: 'client', startMs, endMs: startMs + latencyMs },
    attributes: {
      'adwright.job.id': jobId,
      'adwright.account': keyText(account),
      'adwright.callback.outcome': outcome,
      ...(status !== undefined && { 'http.response.status_code': status }),
      ...(error !== undefined && { 'error.type': error }),
    },
    isError: outcome !== 'delivered',
  });
}
