import { cleanupFinalizer } from '../../domain/labels.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { overallTimeoutMinutes, timeLeftMs } from '../../domain/timeouts.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJob, AdJobStatus, StageStatus } from '../../schema/adjob.ts';
import { responseBytesMax } from '../../schema/response.ts';
import { admit, unavailable } from './admission.ts';
import type { WholeResult } from './attempt-end.ts';
import { brandRefusal, withBrandRead } from './brand-read.ts';
import { decideDeletion } from './deletion.ts';
import { closeHold, fail, succeed, type StatusBuilder, type Failure } from './ending.ts';
import { advance, retryWaitMs } from './progress.ts';
import { assembleResponse } from './response.ts';
import type { Action, Decision, Rules, Seen } from './seen.ts';
import { earlierStages, nextStage, plannedStages, replaceRecord, runningStage } from './stage-list.ts';
import { resume, suspendJob } from './suspension.ts';

/** How long the word of the launcher is waited for before it is asked. */
const recheckMs = 30_000;

/**
 * What becomes of a job. Pure: the same `seen` at the same time gives the same decision, so a pass that was cut off
 * anywhere is simply made again.
 */
export function decide(seen: Seen, now: Date, rules: Rules): Decision {
  const { job } = seen;
  if (job.metadata.deletionTimestamp !== undefined) return decideDeletion(seen, now);
  if (isTerminal(job)) return leaveFinished(seen);
  if (!isHeld(job)) {
    return { status: job.status ?? {}, actions: [{ kind: 'add-finalizer' }], requeueAfterMs: undefined };
  }
  return beforehand(seen) ?? drive(seen, now, rules);
}

/** What the ledger wants done before the job is judged at all. */
function beforehand({ job, admission }: Seen): Decision | undefined {
  const status = job.status ?? {};
  // Its client was told 503: nobody waits for it.
  if (admission.kind === 'given-up') {
    return { status, actions: [{ kind: 'delete-object' }], requeueAfterMs: recheckMs };
  }
  if (admission.kind !== 'admitted' || !admission.isCancelled) return undefined;
  const request: Action[] = job.spec.cancel === true ? [] : [{ kind: 'request-cancel' }];
  return { status, actions: [...request, { kind: 'drop-intent' }], requeueAfterMs: 0 };
}

/**
 * A terminal status is never touched. A stage that outlived a crash between the last write and its stop is stopped, a hold
 * that is known to be open is closed, and a job whose finalizer an uninstall has taken is held again, for its files would
 * outlive it.
 */
function leaveFinished({ job, attempts, isHoldOpen }: Seen): Decision {
  const hold: Action[] = isHeld(job) ? [] : [{ kind: 'add-finalizer' }];
  const stop: Action[] = attempts.length > 0 ? [{ kind: 'stop' }] : [];
  const close: Action[] = isHoldOpen ? [closeHold(job.status)] : [];
  return {
    status: job.status ?? {},
    actions: [...stop, ...close, ...hold],
    requeueAfterMs: attempts.length > 0 ? recheckMs : undefined,
  };
}

function isHeld({ metadata }: AdJob): boolean {
  return metadata.finalizers?.includes(cleanupFinalizer) === true;
}

function drive(seen: Seen, now: Date, rules: Rules): Decision {
  const admission = admit(seen, now);
  const admitted: StatusBuilder = { status: admission.status, actions: [] };
  const refusal = cancelled(seen) ?? admission.refusal ?? unavailable(seen);
  if (refusal !== undefined) return fail(seen, admitted, refusal, now);

  const progress = advance(seen, admitted.status.stages ?? [], now);
  const advanced: StatusBuilder = {
    status: { ...admitted.status, stages: progress.stages },
    actions: progress.actions,
  };
  const draft = withBrandRead(seen, advanced, progress.brand, now);
  if (progress.kind === 'complete') return complete(seen, draft, progress.result, { now, rules });
  if (progress.kind === 'given-up') return fail(seen, draft, progress, now);

  const end = brandRefusal(seen, progress.brand) ?? timedOut(seen, draft.status, now);
  if (end !== undefined) return fail(seen, draft, end, now);
  return seen.job.spec.suspend === true ? halt(seen, draft, now) : goOn(seen, resume(draft, now), now);
}

function cancelled({ job }: Seen): Failure | undefined {
  return job.spec.cancel === true ? { code: 'cancelled', sentence: 'The job was cancelled.' } : undefined;
}

function timedOut({ job }: Seen, status: AdJobStatus, now: Date): Failure | undefined {
  if (timeLeftMs(job, status.suspension, now) > 0) return undefined;
  const minutes = overallTimeoutMinutes[job.spec.type];
  return { code: 'timed_out', sentence: `The job was not finished within ${minutes} minutes.` };
}

function complete(
  seen: Seen,
  draft: StatusBuilder,
  whole: WholeResult,
  { now, rules }: { now: Date; rules: Rules },
): Decision {
  const failed = plannedStages(draft.status.stages ?? [], seen.job.spec).filter(
    ({ record }) => record.state === 'Failed',
  );
  const assembled = assembleResponse(whole.result, {
    publicBase: rules.publicBase,
    resultRef: whole.ref,
    credits: draft.status.credits?.required ?? 0,
    notes: failed.map(({ record }) => record.message ?? `The ${record.name} stage failed.`),
  });
  if (assembled.kind === 'response') return succeed(seen, draft, assembled.response, now);
  const sentence = `The result has ${assembled.bytes} bytes, and a job can carry ${responseBytesMax}.`;
  return fail(seen, draft, { code: 'result_too_large', sentence }, now);
}

function halt(seen: Seen, draft: StatusBuilder, now: Date): Decision {
  const { status, actions } = suspendJob(seen, draft, now);
  const isAnyLeft = seen.attempts.some(({ state }) => state !== 'ended');
  return {
    status,
    actions: isAnyLeft ? [...actions, { kind: 'stop', only: numbers(seen.attempts) }] : actions,
    requeueAfterMs: isAnyLeft ? recheckMs : undefined,
  };
}

/**
 * Launch the stage whose turn it is, unless one is running, there is no room, an attempt that was given up still lives, or
 * one that failed is too short ago.
 */
function goOn(seen: Seen, draft: StatusBuilder, now: Date): Decision {
  const { spec } = seen.job;
  const stages = draft.status.stages ?? [];
  const leftMs = timeLeftMs(seen.job, draft.status.suspension, now);
  const checkSoon = { ...draft, requeueAfterMs: Math.min(recheckMs, leftMs) };
  const next = nextStage(stages, spec);
  if (runningStage(stages, spec) !== undefined || next === undefined) return checkSoon;
  if (!hasRoom(seen)) return { ...draft, requeueAfterMs: leftMs };
  const { record } = next;
  const stale = staleAlive(seen, record);
  if (stale.length > 0) return { ...checkSoon, actions: [...draft.actions, { kind: 'stop', only: numbers(stale) }] };
  const waitMs = retryWaitMs(seen, record, now);
  if (waitMs > 0) return { ...draft, requeueAfterMs: Math.min(waitMs, leftMs) };
  return { ...launch(seen, draft, record, now), requeueAfterMs: checkSoon.requeueAfterMs };
}

function launch(seen: Seen, { status, actions }: StatusBuilder, record: StageStatus, now: Date): StatusBuilder {
  const { spec } = seen.job;
  const stages = status.stages ?? [];
  const attempt = record.attempt + 1;
  const startTime = record.startTime ?? timestamp(now);
  const started = { kind: 'emit', type: 'Normal', reason: 'Started', message: 'The first stage is launched.' } as const;
  return {
    status: {
      ...status,
      phase: 'PROCESSING',
      startTime: status.startTime ?? timestamp(now),
      stages: replaceRecord(stages, { ...record, state: 'Running', attempt, startTime }),
    },
    actions: [
      ...actions,
      { kind: 'launch', stage: record.name, attempt, earlier: earlierStages(stages, record.name, spec) },
      ...(status.phase === 'PROCESSING' ? [] : [started]),
    ],
  };
}

/** A job that has a stage running keeps its place from stage to stage. */
function hasRoom({ job, mayStart }: Seen): boolean {
  return mayStart || runningStage(job.status?.stages, job.spec) !== undefined;
}

/** Attempts that still live, but for the one about to be launched: they were given up, and must end first. */
function staleAlive({ attempts }: Seen, record: StageStatus): AttemptNumber[] {
  return attempts.filter(
    ({ stage, attempt, state }) => state !== 'ended' && !(stage === record.name && attempt === record.attempt + 1),
  );
}

function numbers(attempts: readonly AttemptNumber[]): AttemptNumber[] {
  return attempts.map(({ stage, attempt }) => ({ stage, attempt }));
}
