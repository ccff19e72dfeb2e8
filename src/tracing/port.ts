import type { TraceContext } from './trace-context.ts';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has ended. Its attributes contain no secret, no URL and nothing from the request of a job. */
export interface EndedSpan {
  name: string;
  context: TraceContext;
  /** Absent for the first span of a trace. */
  parentSpanId?: string | undefined;
  /** Default: `internal`. */
  kind?: 'server' | 'client' | 'internal' | undefined;
  /** Start and end in milliseconds since 1970. */
  startMs: number;
  endMs: number;
  attributes?: SpanAttributes | undefined;
  isError?: boolean | undefined;
}

/** Exports spans. A component without `Tracing` records none. */
export interface Tracing {
  /**
   * Decides whether a trace is exported. `caller` is the span of the caller, if the trace began there. The decision is
   * made once for each trace; later spans follow it.
   */
  isSampled(traceId: string, caller?: TraceContext): boolean;
  /** Adds a span to the next batch. Does nothing for a trace that is not sampled. Never waits and never throws. */
  record: (span: EndedSpan) => void;
}
