import { disruptionDelayMs, nextAttempt, retryDelayMs, type AttemptEnd, type NextAttempt } from '../../domain/retry.ts';
import { isLastStage, onboardingStage } from '../../domain/pipelines.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { JobErrorCode } from '../../errors/job-errors.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { StageStatus } from '../../schema/adjob.ts';
import { attemptEnd, type Ended, type WholeResult } from './attempt-end.ts';
import { brandActions, unreadBrand, type BrandOutcome } from './brand-read.ts';
import type { Action, Seen } from './seen.ts';
import { plannedStages, replaceRecord, runningStage, type PlannedStage } from './stage-list.ts';

/** Progress of a job after the end of its running attempt. `brand` is set only in the pass in which onboarding ends. */
export type Progress = { stages: StageStatus[]; actions: Action[]; brand?: BrandOutcome } & (
  | { kind: 'going' }
  | { kind: 'complete'; result: WholeResult }
  | { kind: 'given-up'; code: JobErrorCode; sentence: string }
);

/** Take in the end of the attempt that is recorded as running. Nothing is launched here. */
export function advance(seen: Seen, stages: StageStatus[], now: Date): Progress {
  const running = runningStage(stages, seen.job.spec);
  if (running === undefined) return { kind: 'going', stages, actions: [] };
  const observed = findAttempt(seen.attempts, running.record);
  if (observed !== undefined && observed.state !== 'ended') return { kind: 'going', stages, actions: [] };
  const end = attemptEnd(observed, seen.result);
  const isLost = observed === undefined && end.kind !== 'done';
  const known = isLost ? passOverLater(stages, running, seen) : stages;
  const progress = takeEnd(running, end, { seen, stages: known, now, observed });
  const actions = end.kind === 'done' ? progress.actions : withDetail(progress.actions, running, observed);
  return { ...progress, actions: [...measure(running, end, observed), ...actions] };
}

export function findAttempt(
  attempts: readonly AttemptObservation[],
  { name, attempt }: StageStatus,
): AttemptObservation | undefined {
  return attempts.find((other) => other.stage === name && other.attempt === attempt);
}

/**
 * How long a stage is still to wait before its next attempt. The launcher knows when the last one ended; where it has
 * forgotten (the service was killed, the stage was stopped), nothing is waited for.
 */
export function retryWaitMs(seen: Seen, record: StageStatus, now: Date): number {
  const last = findAttempt(seen.attempts, record);
  if (last?.state !== 'ended') return 0;
  const { kind } = attemptEnd(last, { kind: 'none' });
  if (kind !== 'failed' && kind !== 'disrupted') return 0;
  const { attempt, disruptions = 0 } = record;
  const delayMs = kind === 'failed' ? retryDelayMs({ attempt, disruptions }) : disruptionDelayMs({ disruptions });
  return Math.max(0, Date.parse(last.endTime) + delayMs - now.getTime());
}

interface Standing {
  seen: Seen;
  stages: StageStatus[];
  now: Date;
  /** The attempt that has ended; undefined if the attempt was not observed. */
  observed: Ended | undefined;
}

function takeEnd(running: PlannedStage, end: AttemptEnd<WholeResult>, standing: Standing): Progress {
  const { definition, record } = running;
  const next = nextAttempt({ ...definition, attempt: record.attempt, disruptions: record.disruptions ?? 0 }, end);
  switch (next.kind) {
    case 'finished':
      return finished(record, next.result, standing);
    case 'given-up':
      return givenUp(running, next, standing);
    case 'again':
      return again(running, next, standing);
  }
}

function finished(record: StageStatus, whole: WholeResult, { seen, stages, now }: Standing): Progress {
  const done: StageStatus = {
    ...record,
    state: 'Succeeded',
    completionTime: timestamp(now),
    message: whole.result.summary,
    resultRef: whole.ref,
  };
  const list = replaceRecord(stages, done);
  const isLast = isLastStage(seen.job.spec.type, record.name);
  if (isLast) return { kind: 'complete', stages: list, actions: [], result: whole };
  const brand = record.name === onboardingStage ? ({ isRead: true } as const) : undefined;
  return { kind: 'going', stages: list, actions: brand ? brandActions(brand) : [], ...(brand && { brand }) };
}

type GivenUp = Extract<NextAttempt<never>, { kind: 'given-up' }>;

function givenUp({ definition, record }: PlannedStage, end: GivenUp, standing: Standing): Progress {
  const { seen, stages, now, observed } = standing;
  const { code, sentence } = end;
  const failed = (message: string): StageStatus[] =>
    replaceRecord(stages, { ...record, state: 'Failed', completionTime: timestamp(now), message });
  if (!definition.optional || end.isOfCluster === true)
    return { kind: 'given-up', stages: failed(sentence), actions: [], code, sentence };
  if (record.name === onboardingStage) {
    const brand = unreadBrand(seen.job.spec, sentence, observed);
    return { kind: 'going', stages: failed(brand.sentence), actions: brandActions(brand), brand };
  }
  return {
    kind: 'going',
    stages: failed(sentence),
    actions: [{ kind: 'emit', type: 'Warning', reason: 'StageFailed', message: sentence }],
  };
}

type Again = Extract<NextAttempt<never>, { kind: 'again' }>;

function again({ record }: PlannedStage, next: Again, { stages }: Standing): Progress {
  const message = `Attempt ${record.attempt} of the ${record.name} stage has no result, because ${next.reason}.`;
  const list = replaceRecord(stages, { ...(next.counted ? record : uncounted(record)), state: 'Pending', message });
  return { kind: 'going', stages: list, actions: [{ kind: 'emit', type: 'Warning', reason: 'StageRetried', message }] };
}

/**
 * When an attempt is missing, nobody can say any more what a pass that was cut off before its status write had made of its
 * end: it may have launched the first attempt of a later stage, with inputs that are not those it will get now. Those
 * numbers are passed over.
 *
 * Guarantee: one attempt number never stands for two different inputs.
 */
function passOverLater(list: StageStatus[], { record: missing }: PlannedStage, seen: Seen): StageStatus[] {
  const planned = plannedStages(list, seen.job.spec).map(({ record }) => record.name);
  const later = new Set(planned.slice(planned.indexOf(missing.name) + 1));
  return list.map((record) =>
    later.has(record.name) && record.state === 'Pending' ? passedOver(record, record.attempt + 1) : record,
  );
}

/** The record as if the attempts up to this one had been made, and none of them counted. */
export function passedOver(record: StageStatus, attempt: number): StageStatus {
  return { ...record, attempt, disruptions: (record.disruptions ?? 0) + attempt - record.attempt };
}

/** The record with its latest attempt not charged to it. */
export function uncounted(record: StageStatus): StageStatus {
  return { ...record, disruptions: (record.disruptions ?? 0) + 1 };
}

const detailLengthMax = 500;

/** What the cluster says of the end is for operators: it stands in an Event, not in the status, which clients see. */
function withDetail(actions: Action[], { record }: PlannedStage, observed: Ended | undefined): Action[] {
  if (observed?.detail === undefined) return actions;
  const words = Array.from(observed.detail.replace(/\s+/gu, ' ')).slice(0, detailLengthMax);
  const detail = `The cluster says: ${words.join('')}`;
  const told = actions.map((action) =>
    action.kind === 'emit' ? { ...action, message: `${action.message} ${detail}` } : action,
  );
  if (told.some(({ kind }) => kind === 'emit')) return told;
  const message = `The ${record.name} stage has failed. ${detail}`;
  return [...told, { kind: 'emit', type: 'Warning', reason: 'StageFailed', message }];
}

function measure({ record }: PlannedStage, end: AttemptEnd<unknown>, observed: Ended | undefined): Action[] {
  if (observed?.startTime == null) return [];
  const seconds = Math.max(0, (Date.parse(observed.endTime) - Date.parse(observed.startTime)) / 1000);
  return [{ kind: 'measure-stage', stage: record.name, outcome: end.kind, seconds }];
}
