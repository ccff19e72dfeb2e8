import { stageSpansMax, type StageSpan } from '../schema/stage-contract.ts';
import type { Trace } from '../tracing/current-trace.ts';
import type { EndedSpan } from '../tracing/port.ts';
import { newSpanId, type TraceContext } from '../tracing/trace-context.ts';

/**
 * Collects the spans of one attempt for `result.json`. The controller exports them, so that a stage needs neither a way
 * to the collector nor its credentials.
 */
export class StageSpans {
  readonly #ended: StageSpan[] = [];
  readonly #parentSpanId: string;
  readonly #own: TraceContext;

  /** `attempt` is the span of the attempt, from its launch to its end, which the controller records. */
  constructor(attempt: TraceContext) {
    this.#parentSpanId = attempt.spanId;
    this.#own = { ...attempt, spanId: newSpanId() };
  }

  get trace(): Trace {
    const record = (span: EndedSpan): void => {
      // One place is kept for the span of the process.
      if (this.#ended.length < stageSpansMax - 1) this.#ended.push(asStageSpan(span));
    };
    return { context: this.#own, parentSpanId: this.#parentSpanId, record };
  }

  /** Returns the spans, with one of the whole process until now. */
  ended(stage: string): StageSpan[] {
    const startMs = Math.round(performance.timeOrigin);
    const process = { name: `run ${stage}`, context: this.#own, parentSpanId: this.#parentSpanId, startMs };
    return [...this.#ended, asStageSpan({ ...process, endMs: Date.now() })];
  }
}

function asStageSpan({
  context,
  parentSpanId = '',
  name,
  kind,
  startMs,
  endMs,
  attributes,
  isError,
}: EndedSpan): StageSpan {
  const optional = {
    ...(kind === 'client' && { kind }),
    ...(attributes && { attributes }),
    ...(isError === true && { isError }),
  };
  return { name, spanId: context.spanId, parentSpanId, startMs, endMs, ...optional };
}
