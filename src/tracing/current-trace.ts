import { AsyncLocalStorage } from 'node:async_hooks';
import type { EndedSpan, SpanAttributes } from './port.ts';
import { newSpanId, type TraceContext } from './trace-context.ts';

/** The span that the running code belongs to, and the function that records further spans of its trace. */
export interface Trace {
  context: TraceContext;
  /** The span above the current one. */
  parentSpanId?: string | undefined;
  record: (span: EndedSpan) => void;
}

const storage = new AsyncLocalStorage<Trace | undefined>();

/**
 * Runs a function, and all that it calls, as part of a span. With `undefined`, runs it outside of every span: work that
 * another job has started does not belong to the span of that job.
 */
export function inTrace<R>(trace: Trace | undefined, run: () => R): R {
  return storage.run(trace, run);
}

export function currentTrace(): Trace | undefined {
  return storage.getStore();
}

/** Returns the ids of the current span for a log line. */
export function traceFields(): Record<string, string> {
  const context = storage.getStore()?.context;
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}

interface SpanOptions {
  kind?: EndedSpan['kind'];
  attributes?: SpanAttributes;
}

/** Runs a function and records the time that it takes as a span below the current one. Without one, only runs it. */
export async function withSpan<R>(name: string, run: () => Promise<R>, options: SpanOptions = {}): Promise<R> {
  const trace = storage.getStore();
  if (trace?.context.isSampled !== true) return run();
  const { spanId: parentSpanId } = trace.context;
  const context = { ...trace.context, spanId: newSpanId() };
  const startMs = Date.now();
  const end = (isError: boolean): void => {
    trace.record({ name, context, parentSpanId, ...options, startMs, endMs: Date.now(), isError });
  };
  try {
    const result = await storage.run({ ...trace, context, parentSpanId }, run);
    end(false);
    return result;
  } catch (error) {
    end(true);
    throw error;
  }
}
