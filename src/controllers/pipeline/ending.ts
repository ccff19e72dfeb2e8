import { setCondition } from '../../domain/conditions.ts';
import { suspendedMs } from '../../domain/timeouts.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { jobError, type JobErrorCode } from '../../errors/job-errors.ts';
import type { AdJobStatus, StageStatus } from '../../schema/adjob.ts';
import type { Action, Decision, Seen } from './seen.ts';

export interface Failure {
  code: JobErrorCode;
  sentence: string;
}

/** The status so far, and what is to be done so far. */
export interface StatusBuilder {
  status: AdJobStatus;
  actions: Action[];
}

/** End the job well: the only place where more than 0 credits are charged. */
export function succeed(seen: Seen, draft: StatusBuilder, response: Record<string, unknown>, now: Date): Decision {
  const required = draft.status.credits?.required ?? 0;
  const conditions = setCondition(
    draft.status.conditions,
    { type: 'Complete', status: 'True', reason: 'Succeeded', message: 'The ad is made.', ...generation(seen) },
    now,
  );
  const status: AdJobStatus = {
    ...closed(draft.status, now),
    phase: 'SUCCESS',
    response,
    credits: { required, charged: required },
    conditions,
  };
  return end(seen, { status, actions: [...draft.actions, event('Normal', 'Succeeded', 'The ad is made.')] }, now);
}

/** End the job with `Sentence. [code]`; what still runs is stopped. */
export function fail(seen: Seen, draft: StatusBuilder, { code, sentence }: Failure, now: Date): Decision {
  const error = jobError(code, sentence);
  const conditions = setCondition(
    draft.status.conditions,
    { type: 'Failed', status: 'True', reason: reasonOf(code), message: error, ...generation(seen) },
    now,
  );
  const { credits, ...rest } = draft.status;
  const status: AdJobStatus = {
    ...closed(rest, now),
    phase: 'FAILED',
    error,
    ...(credits && { credits: { ...credits, charged: 0 } }),
    conditions,
  };
  return end(seen, { status, actions: [...draft.actions, event('Warning', 'Failed', error)] }, now);
}

/** `timed_out` as a condition's reason: `TimedOut`. */
export function reasonOf(code: JobErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function generation({ job }: Seen): { observedGeneration: number } {
  return { observedGeneration: job.metadata.generation };
}

function end(seen: Seen, { status, actions }: StatusBuilder, now: Date): Decision {
  const seconds = Math.max(0, (now.getTime() - Date.parse(seen.job.metadata.creationTimestamp)) / 1000);
  const phase = status.phase === 'SUCCESS' ? 'SUCCESS' : 'FAILED';
  const stop: Action[] = seen.attempts.length === 0 ? [] : [{ kind: 'stop' }];
  return {
    status,
    actions: [...actions, ...stop, closeHold(status), { kind: 'measure-job', status: phase, seconds }],
    requeueAfterMs: undefined,
  };
}

/** Money follows the status, as it was accepted. */
export function closeHold(status: AdJobStatus | undefined): Action {
  return { kind: 'close-hold', as: status?.phase === 'SUCCESS' ? 'charge' : 'release' };
}

/** Nothing goes on any more: no stage runs, no suspension lasts. */
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
  return { ...record, state: 'Failed', completionTime: timestamp(now), message: 'Stopped with the job.' };
}

function event(type: 'Normal' | 'Warning', reason: 'Succeeded' | 'Failed', message: string): Action {
  return { kind: 'emit', type, reason, message };
}
