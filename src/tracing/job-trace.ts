import { traceAnnotation } from '../domain/labels.ts';
import type { Trace } from './current-trace.ts';
import type { Tracing } from './port.ts';
import { parseTraceparent, spanIdOf, traceIdOf, type TraceContext } from './trace-context.ts';

/** Span of a job, from its acceptance to its end. */
export interface JobSpan {
  context: TraceContext;
  /** The span of the request that created the job. Absent for an AdJob that a user applied. */
  parentSpanId?: string;
}

/**
 * Returns the span of a job. All processes return the same span: its ids come from the annotation of the AdJob and from
 * the job id, so that a controller continues the trace that another process began.
 */
export function jobSpan(
  { annotations }: { annotations?: Readonly<Record<string, string>> | undefined },
  jobId: string,
  tracing: Pick<Tracing, 'isSampled'>,
): JobSpan {
  const spanId = spanIdOf(jobId, 'job');
  const request = parseTraceparent(annotations?.[traceAnnotation]);
  if (request !== undefined) return { context: { ...request, spanId }, parentSpanId: request.spanId };
  const traceId = traceIdOf(jobId);
  return { context: { traceId, spanId, isSampled: tracing.isSampled(traceId) } };
}

/** Returns the span of one attempt of a stage. */
export function attemptContext({ context }: JobSpan, jobId: string, stage: string, attempt: number): TraceContext {
  return { ...context, spanId: spanIdOf(jobId, `${stage}/${attempt}`) };
}

/** Returns the trace of a job, with the span of the whole job as the current span. */
export function traceOfJob(metadata: Parameters<typeof jobSpan>[0], jobId: string, tracing: Tracing): Trace {
  return { ...jobSpan(metadata, jobId, tracing), record: tracing.record };
}
