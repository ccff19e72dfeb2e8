import { setCondition } from '../../domain/conditions.ts';
import { suspendedMs } from '../../domain/timeouts.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { jobError, type JobErrorCode } from '../../errors/job-errors.ts';
import type { AdJobStatus, StageStatus } from '../../schema/adjob.ts';
import { decision, type Decision, type Money, type StatusBuilder, withEvent } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import { started } from './stage-waits.ts';

export interface Failure {
  code: JobErrorCode;
  sentence: string;
}

/** Ends the job with the phase SUCCESS. No other function charges credits for a job. */
export function succeed(
  input: DecisionInput,
  builder: StatusBuilder,
  response: Record<string, unknown>,
  now: Date,
): Decision {
  const required = builder.status.credits?.required ?? 0;
  const conditions = setCondition(
    builder.status.conditions,
    { type: 'Complete', status: 'True', reason: 'Succeeded', message: 'The ad is made.', ...generation(input) },
    now,
  );
  const status: AdJobStatus = {
    ...closed(builder.status, now),
    phase: 'SUCCESS',
    response,
    credits: { required, charged: required },
    conditions,
  };
  const event = { type: 'Normal', reason: 'Succeeded', message: 'The ad is made.' } as const;
  return end(input, withEvent({ ...builder, status }, event), now);
}

/** Ends the job with the phase FAILED and an error of the form `Sentence. [code]`. Stops stages that still run. */
export function fail(input: DecisionInput, builder: StatusBuilder, { code, sentence }: Failure, now: Date): Decision {
  const error = jobError(code, sentence);
  const conditions = setCondition(
    builder.status.conditions,
    { type: 'Failed', status: 'True', reason: reasonOf(code), message: error, ...generation(input) },
    now,
  );
  const { credits, ...rest } = builder.status;
  const status: AdJobStatus = {
    ...closed(rest, now),
    phase: 'FAILED',
    error,
    ...(credits && { credits: { ...credits, charged: 0 } }),
    conditions,
  };
  return end(input, withEvent({ ...builder, status }, { type: 'Warning', reason: 'Failed', message: error }), now);
}

export function reasonOf(code: JobErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function generation({ job }: Pick<DecisionInput, 'job'>): { observedGeneration: number } {
  return { observedGeneration: job.metadata.generation };
}

function end(input: DecisionInput, builder: StatusBuilder, now: Date): Decision {
  const seconds = Math.max(0, (now.getTime() - Date.parse(input.job.metadata.creationTimestamp)) / 1000);
  const phase = builder.status.phase === 'SUCCESS' ? 'SUCCESS' : 'FAILED';
  return decision({
    ...builder,
    stops: input.attempts.length === 0 ? undefined : {},
    money: { close: closeOf(builder.status) },
    metrics: [...builder.metrics, { kind: 'job', status: phase, seconds }],
  });
}

export function closeOf(status: AdJobStatus | undefined): NonNullable<Money['close']> {
  return status?.phase === 'SUCCESS' ? 'settle' : 'release';
}

function closed(status: AdJobStatus, now: Date): AdJobStatus {
  const { suspension, ...rest } = status;
  return {
    ...rest,
    stages: (status.stages ?? []).map((record) => stopped(record, now)),
    completionTime: timestamp(now),
    ...(suspension && { suspension: { seconds: Math.floor(suspendedMs(suspension, now) / 1000) } }),
  };
}

function stopped(record: StageStatus, now: Date): StageStatus {
  if (record.state !== 'Running') return record;
  return {
    ...started(record),
    state: 'Failed',
    completionTime: timestamp(now),
    message: 'Stopped because the job ended.',
  };
}
