import { upToDate, withJobConditions } from '../../domain/job-conditions.ts';
import { modelWait } from '../../domain/model-wait.ts';
import { hasCleanupFinalizer } from '../../domain/labels.ts';
import { redrawStageName } from '../../domain/redraw.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { overallTimeoutMinutes, timeLeftMs } from '../../domain/timeouts.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJobStatus, StageStatus } from '../../schema/adjob.ts';
import { responseBytesMax } from '../../schema/response-parts.ts';
import { judgeAdmission } from './admission-verdict.ts';
import type { WholeResult } from './attempt-end.ts';
import { brandRefusal, withBrandRead } from './brand-read.ts';
import { decision, type Decision, type StatusBuilder, type Stop, withEvent } from './decision.ts';
import { decideDeletion } from './deletion.ts';
import { leaveAlone } from './earlier-run.ts';
import { closeOf, fail, succeed, type Failure } from './ending.ts';
import { waitsForFiles, withFiles } from './missing-files.ts';
import { advance, retryWaitMs } from './progress.ts';
import { decideRedraw } from './redraw.ts';
import { assembleResponse } from './assemble-response.ts';
import type { Rules, DecisionInput } from './decision-input.ts';
import { launchesOf } from '../../domain/launches.ts';
import { earlierStages, nextStage, plannedStages, replaceRecord, runningStage } from './stage-list.ts';
import { resume, suspendJob } from './suspension.ts';
import { unknownType } from './unknown-type.ts';

/** Interval in milliseconds at which a job is rechecked if the launcher of its stages sends no event. */
const recheckMs = 30_000;
/** Interval in milliseconds at which the missing files of a job are looked for. */
const filesRecheckMs = 10_000;

/**
 * Decides the next step of a job. The function is pure: the same facts at the same time give the same decision, so an
 * interrupted reconcile can be repeated.
 */
export function decide(input: DecisionInput, now: Date, rules: Rules): Decision {
  const { job } = input;
  if (job.metadata.deletionTimestamp !== undefined) return decideDeletion(input, now);
  if (isTerminal(job)) return decideFinished(input, now, rules);
  if (!hasCleanupFinalizer(job.metadata)) return decision({ status: job.status ?? {}, finalizer: 'add' });
  const unwanted = decideUnwanted(input);
  if (unwanted !== undefined) return unwanted;
  const { admission } = input;
  const opened =
    admission.kind === 'ran-before' ? leaveAlone(input, admission.earlierId, now) : decideOpen(input, now, rules);
  return { ...opened, status: withJobConditions(opened.status, job.metadata.generation, now) };
}

function decideUnwanted({ job, admission }: DecisionInput): Decision | undefined {
  const status = job.status ?? {};
  // The acceptance of the job was revoked: the client got the response 503 and never learned the job id. The AdJob is
  // therefore deleted.
  if (admission.kind === 'given-up') return decision({ status, deletion: { object: true }, requeueAfterMs: recheckMs });
  if (admission.kind !== 'admitted' || !admission.isCancelled) return undefined;
  const patch = job.spec.cancel === true ? undefined : ({ cancel: true } as const);
  return decision({ status, patch, money: { dropIntent: true }, requeueAfterMs: 0 });
}

/**
 * Cleans up after a finished job, whose outcome never changes. Stops every stage that a crash of the controller left
 * running, except a redraw that an operator requests, and charges or releases credits that are known to be still
 * reserved. Adds the finalizer again if an uninstall has removed it, because without the finalizer the files of the job
 * would outlive the AdJob.
 */
function decideFinished(input: DecisionInput, now: Date, rules: Rules): Decision {
  const { job, attempts, isHoldOpen, redraw } = input;
  const isProtected = hasCleanupFinalizer(job.metadata);
  const leftOver = attempts.filter(({ stage, attempt }) => stage !== redrawStageName || attempt !== redraw?.number);
  const stops: Stop | undefined = leftOver.length === 0 ? undefined : redraw ? { only: numbers(leftOver) } : {};
  return decision({
    status: upToDate(job, now),
    stops,
    money: isHoldOpen ? { close: closeOf(job.status) } : {},
    finalizer: isProtected ? undefined : 'add',
    requeueAfterMs: attempts.length > 0 || redraw !== undefined ? recheckMs : undefined,
    ...(isProtected && redraw !== undefined && decideRedraw(input, redraw, rules)),
  });
}

function decideOpen(input: DecisionInput, now: Date, rules: Rules): Decision {
  const verdict = judgeAdmission(input, now);
  const admitted: StatusBuilder = { status: verdict.status, events: [], metrics: [] };
  const refusal = cancelled(input) ?? verdict.refusal ?? unknownType(input.job);
  if (refusal !== undefined) return fail(input, withModelCalls(input, admitted), refusal, now);

  const progress = advance(input, admitted.status.stages ?? [], now, rules);
  const { events, metrics, stages } = progress;
  const advanced = withModelCalls(input, { status: { ...admitted.status, stages }, events, metrics });
  const builder = withBrandRead(input, advanced, progress.brand, now);
  if (progress.kind === 'complete') return complete(input, builder, progress.result, { now, rules });
  if (progress.kind === 'given-up') return fail(input, builder, progress, now);

  const failure = brandRefusal(input, progress.brand) ?? timedOut(input, builder.status, now);
  if (failure !== undefined) return fail(input, builder, failure, now);
  return input.job.spec.suspend === true ? suspend(input, builder, now) : proceed(input, resume(builder, now), now);
}

/** Adds the calls of models by the running stage to the status, in place of what an earlier attempt has added. */
function withModelCalls({ modelCalls }: DecisionInput, builder: StatusBuilder): StatusBuilder {
  if (modelCalls === undefined || modelCalls.calls.length === 0) return builder;
  const others = (builder.status.modelCalls ?? []).filter(({ stage }) => stage !== modelCalls.stage);
  return { ...builder, status: { ...builder.status, modelCalls: [...others, ...modelCalls.calls] } };
}

function cancelled({ job }: DecisionInput): Failure | undefined {
  return job.spec.cancel === true ? { code: 'cancelled', sentence: 'The job was cancelled.' } : undefined;
}

function timedOut({ job }: DecisionInput, status: AdJobStatus, now: Date): Failure | undefined {
  if (timeLeftMs(job, status.suspension, now) > 0) return undefined;
  const minutes = overallTimeoutMinutes(job.spec.type);
  return { code: 'timed_out', sentence: `The job was not finished within ${minutes} minutes.` };
}

function complete(
  input: DecisionInput,
  builder: StatusBuilder,
  whole: WholeResult,
  { now, rules }: { now: Date; rules: Rules },
): Decision {
  const failed = plannedStages(builder.status.stages ?? [], input.job.spec).filter(
    ({ record }) => record.state === 'Failed',
  );
  const assembled = assembleResponse(whole.result, {
    publicBase: rules.publicBase,
    resultRef: whole.ref,
    credits: builder.status.credits?.required ?? 0,
    notes: failed.map(({ record }) => record.message ?? `The ${record.name} stage failed.`),
  });
  if (assembled.kind === 'response') return succeed(input, builder, assembled.response, now);
  const sentence = `The result has ${assembled.bytes} bytes, more than the limit of ${responseBytesMax} for a job.`;
  return fail(input, builder, { code: 'result_too_large', sentence }, now);
}

function suspend(input: DecisionInput, builder: StatusBuilder, now: Date): Decision {
  const isAnyAlive = input.attempts.some(({ state }) => state !== 'ended');
  return decision({
    ...suspendJob(input, builder, now),
    stops: isAnyAlive ? { only: numbers(input.attempts) } : undefined,
    requeueAfterMs: isAnyAlive ? recheckMs : undefined,
  });
}

function proceed(input: DecisionInput, builder: StatusBuilder, now: Date): Decision {
  const { spec } = input.job;
  const stages = builder.status.stages ?? [];
  const leftMs = timeLeftMs(input.job, builder.status.suspension, now);
  const waitFor = (delayMs: number): Decision => decision({ ...builder, requeueAfterMs: Math.min(delayMs, leftMs) });
  const next = nextStage(stages, spec);
  if (runningStage(stages, spec) !== undefined || next === undefined) return waitFor(recheckMs);
  const { record } = next;
  if (input.missingFile !== undefined && waitsForFiles(record)) return waitFor(filesRecheckMs);
  if (!hasSlot(input)) return waitFor(leftMs);
  const abandoned = abandonedAlive(input, record);
  if (abandoned.length > 0) return { ...waitFor(recheckMs), stops: { only: numbers(abandoned) } };
  const waitMs = retryWaitMs(input, record, now);
  if (waitMs > 0) return waitFor(waitMs);
  if (input.isModelBusy === true) return { ...waitFor(leftMs), status: waitingForModel(builder.status, record) };
  return { ...launch(input, builder, record, now), requeueAfterMs: Math.min(recheckMs, leftMs) };
}

function launch(input: DecisionInput, builder: StatusBuilder, record: StageStatus, now: Date): Decision {
  const { spec } = input.job;
  const { status } = builder;
  const stages = status.stages ?? [];
  const attempt = record.attempt + 1;
  const launches = launchesOf(record) + 1;
  const startTime = record.startTime ?? timestamp(now);
  const started: StatusBuilder = {
    ...builder,
    status: {
      ...status,
      phase: 'PROCESSING',
      startTime: status.startTime ?? timestamp(now),
      stages: replaceRecord(stages, {
        ...withoutModelWait(withFiles(record)),
        state: 'Running',
        attempt,
        launches,
        startTime,
      }),
    },
  };
  return decision({
    ...(status.phase === 'PROCESSING' ? started : begun(input, started, now)),
    launches: [{ stage: record.name, attempt, earlier: earlierStages(stages, record.name, spec) }],
  });
}

/** Reports that the first stage of a job is launched. */
function begun({ job }: DecisionInput, builder: StatusBuilder, now: Date): StatusBuilder {
  const event = { type: 'Normal', reason: 'Started', message: 'The first stage is launched.' } as const;
  const seconds = Math.max(0, (now.getTime() - Date.parse(job.metadata.creationTimestamp)) / 1_000);
  return withEvent({ ...builder, metrics: [...builder.metrics, { kind: 'wait', seconds }] }, event);
}

function waitingForModel(status: AdJobStatus, record: StageStatus): AdJobStatus {
  return { ...status, stages: replaceRecord(status.stages ?? [], { ...record, message: modelWait }) };
}

function withoutModelWait({ message, ...record }: StageStatus): StageStatus {
  return message === undefined || message === modelWait ? record : { ...record, message };
}

function hasSlot({ job, mayStart }: DecisionInput): boolean {
  return mayStart || runningStage(job.status?.stages, job.spec) !== undefined;
}

/**
 * Returns the running attempts other than the attempt that is launched next. They were abandoned, and must end before
 * the launch.
 */
function abandonedAlive({ attempts }: DecisionInput, record: StageStatus): AttemptNumber[] {
  return attempts.filter(
    ({ stage, attempt, state }) => state !== 'ended' && !(stage === record.name && attempt === record.attempt + 1),
  );
}

function numbers(attempts: readonly AttemptNumber[]): AttemptNumber[] {
  return attempts.map(({ stage, attempt }) => ({ stage, attempt }));
}
