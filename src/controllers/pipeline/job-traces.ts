import { accountOf } from '../../domain/account-of.ts';
import { keyText } from '../../objects/object-key.ts';
import type { StageStatus } from '../../schema/adjob.ts';
import type { StageSpan } from '../../schema/stage-contract.ts';
import type { Trace } from '../../tracing/current-trace.ts';
import { attemptContext, jobSpan, traceOfJob, type JobSpan } from '../../tracing/job-trace.ts';
import type { SpanAttributes, Tracing } from '../../tracing/port.ts';
import { formatTraceparent, spanIdOf } from '../../tracing/trace-context.ts';
import { madeAtMs } from '../../domain/job-id.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import { findAttempt } from './attempt-end.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';

/** Maximum number of launches whose exact time is kept in memory. */
const launchesMax = 10_000;

/**
 * Records the spans of jobs. A span is recorded when it has ended, from the status of the AdJob before and after this.
 * The controller therefore keeps no open span that a restart could lose.
 */
export class JobTraces {
  readonly #tracing: Tracing;
  /** Launch times of attempts, because those in the status have whole seconds. The status is used without them. */
  readonly #launchedMs = new Map<string, number>();

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  /** Returns the trace of a job, with the span of the whole job as the current span. */
  of({ job, jobId }: Pick<DecisionInput, 'job' | 'jobId'>): Trace {
    return traceOfJob(job.metadata, jobId, this.#tracing);
  }

  /** Returns the span of an attempt for the input of its stage. Returns undefined if the trace is not exported. */
  traceparent({ job, jobId }: Pick<DecisionInput, 'job' | 'jobId'>, { stage, attempt }: AttemptNumber) {
    const span = jobSpan(job.metadata, jobId, this.#tracing);
    return span.context.isSampled ? formatTraceparent(attemptContext(span, jobId, stage, attempt)) : undefined;
  }

  /** Records the spans that end with a decision whose status was written. `nowMs` is the time of the decision. */
  report(input: DecisionInput, decision: Decision, nowMs: number): void {
    const { job, jobId } = input;
    const span = jobSpan(job.metadata, jobId, this.#tracing);
    if (!span.context.isSampled) return;
    const traced = new TracedJob(input, decision, { span, nowMs, tracing: this.#tracing });
    for (const record of traced.endedAttempts()) {
      const key = attemptKey(jobId, { stage: record.name, attempt: record.attempt });
      traced.recordAttempt(record, this.#launchedMs.get(key));
      this.#launchedMs.delete(key);
    }
    for (const launch of decision.launches) this.#noteLaunch(attemptKey(jobId, launch), nowMs);
    traced.recordJob();
  }

  #noteLaunch(key: string, nowMs: number): void {
    this.#launchedMs.set(key, nowMs);
    const [oldest] = this.#launchedMs.keys();
    if (this.#launchedMs.size > launchesMax && oldest !== undefined) this.#launchedMs.delete(oldest);
  }
}

const attemptKey = (jobId: string, { stage, attempt }: AttemptNumber): string => `${jobId}/${stage}/${attempt}`;

interface Surroundings {
  span: JobSpan;
  nowMs: number;
  tracing: Tracing;
}

/** One decision about a job, and the spans that end with it. */
class TracedJob {
  readonly #input: DecisionInput;
  readonly #decision: Decision;
  readonly #span: JobSpan;
  readonly #nowMs: number;
  readonly #tracing: Tracing;
  readonly #attributes: SpanAttributes;

  constructor(input: DecisionInput, decision: Decision, { span, nowMs, tracing }: Surroundings) {
    this.#input = input;
    this.#decision = decision;
    this.#span = span;
    this.#nowMs = nowMs;
    this.#tracing = tracing;
    this.#attributes = {
      'adwright.job.id': input.jobId,
      'adwright.ad.type': input.job.spec.type,
      'adwright.account': keyText(accountOf(input.job)),
    };
  }

  /** Returns the stages whose running attempt ends with the decision. */
  endedAttempts(): StageStatus[] {
    const after = this.#decision.status.stages ?? [];
    return (this.#input.job.status?.stages ?? []).filter((before) => {
      if (before.state !== 'Running') return false;
      const now = after.find(({ name }) => name === before.name);
      return now?.state !== 'Running' || now.attempt !== before.attempt;
    });
  }

  recordAttempt({ name: stage, attempt, startTime }: StageStatus, launchedMs: number | undefined): void {
    const { jobId } = this.#input;
    const seen = findAttempt(this.#input.attempts, { stage, attempt });
    const seenStart = seen?.state === 'ended' ? seen.startTime : undefined;
    const startMs = launchedMs ?? Date.parse(seenStart ?? startTime ?? '');
    const outcome = this.#outcomeOf(stage);
    const context = attemptContext(this.#span, jobId, stage, attempt);
    const ofAttempt = { 'adwright.stage': stage, 'adwright.attempt': attempt, 'adwright.stage.outcome': outcome };
    this.#tracing.record({
      ...{ name: `stage ${stage}`, context, parentSpanId: this.#span.context.spanId },
      ...{ startMs: Number.isNaN(startMs) ? this.#nowMs : startMs, endMs: this.#nowMs },
      attributes: { ...this.#attributes, ...ofAttempt },
      isError: outcome !== 'done',
    });
    for (const { parentSpanId, spanId, ...span } of this.#spansOf({ stage, attempt }))
      this.#tracing.record({ ...span, context: { ...context, spanId }, parentSpanId });
  }

  /** Records the wait for the first stage when this stage is launched, and the whole job when the job has ended. */
  recordJob(): void {
    const { job, jobId } = this.#input;
    const { context, parentSpanId } = this.#span;
    const startMs = madeAtMs(jobId) ?? Date.parse(job.metadata.creationTimestamp);
    const times = { startMs, endMs: this.#nowMs };
    for (const measured of this.#decision.metrics) {
      if (measured.kind === 'wait') {
        const waited = { ...context, spanId: spanIdOf(jobId, 'wait') };
        const attributes = this.#attributes;
        this.#tracing.record({ name: 'wait', context: waited, parentSpanId: context.spanId, ...times, attributes });
      }
      if (measured.kind === 'job') {
        const [, code] = /\[([a-z_]+)\]$/.exec(this.#decision.status.error ?? '') ?? [];
        const ended = { 'adwright.job.status': measured.status, ...(code && { 'error.type': code }) };
        const attributes = { ...this.#attributes, ...ended };
        const isError = measured.status === 'FAILED';
        this.#tracing.record({ name: `job ${job.spec.type}`, context, parentSpanId, ...times, attributes, isError });
      }
    }
  }

  #outcomeOf(stage: string): string {
    const measured = this.#decision.metrics.find((each) => each.kind === 'stage' && each.stage === stage);
    if (measured?.kind === 'stage') return measured.outcome;
    const state = this.#decision.status.stages?.find(({ name }) => name === stage)?.state;
    return state === 'Succeeded' ? 'done' : state === 'Failed' ? 'failed' : 'disrupted';
  }

  /** Returns the spans that the stage itself has recorded. Only an attempt with a result has them. */
  #spansOf(attempt: AttemptNumber): readonly StageSpan[] {
    const seen = findAttempt(this.#input.attempts, attempt);
    const end = seen === undefined ? this.#input.missing : seen.state === 'ended' ? seen.end : undefined;
    return end?.kind === 'done' ? (end.result.result.spans ?? []) : [];
  }
}
