import { disruptionDelayMs, nextAttempt, retryDelayMs, type AttemptEnd, type NextAttempt } from '../../domain/retry.ts';
import { isLastStage } from '../../domain/pipelines.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { JobErrorCode } from '../../errors/job-errors.ts';
import type { StageStatus } from '../../schema/adjob.ts';
import { findAttempt, neverStarted, type SeenAttempt, type WholeResult } from './attempt-end.ts';
import { brandReports, unreadBrand, type BrandOutcome } from './brand-read.ts';
import type { JobEvent, Measurement } from './decision.ts';
import type { DecisionInput, Rules } from './decision-input.ts';
import { waitForFile } from './missing-files.ts';
import { afterAttempt, overdueStart, started, withWait } from './stage-waits.ts';
import { numberOf, plannedStages, replaceRecord, runningStage, type PlannedStage } from './stage-list.ts';

/**
 * Stages of a job after the outcome of its running attempt is recorded. `brand` is set only by the reconcile in which
 * the stage that reads pages ends.
 */
export type Progress = {
  stages: StageStatus[];
  events: readonly JobEvent[];
  metrics: readonly Measurement[];
  brand?: BrandOutcome;
} & (
  | { kind: 'going' }
  | { kind: 'complete'; result: WholeResult }
  | { kind: 'given-up'; code: JobErrorCode; sentence: string }
);

const unchanged = { kind: 'going', events: [], metrics: [] } as const;

type EndedAttempt = Extract<SeenAttempt, { state: 'ended' }>;

export function advance(input: DecisionInput, stages: StageStatus[], now: Date, rules: Rules): Progress {
  const found = runningStage(stages, input.job.spec);
  if (found === undefined) return { ...unchanged, stages };
  const seen = findAttempt(input.attempts, numberOf(found.record));
  const overdue = overdueStart(found.record, seen, { now, seconds: rules.imagePullSeconds });
  const end = overdue === undefined ? endOf(seen, input) : neverStarted(overdue);
  if (end !== undefined) {
    const observed = seen?.state === 'ended' ? seen : undefined;
    return ended(found, end, { input, stages, now, observed, isListed: seen !== undefined });
  }
  const isGoing = seen !== undefined && seen.state !== 'ended';
  return { ...unchanged, ...(isGoing ? withWait(stages, found.record, seen) : { stages }) };
}

function endOf(seen: SeenAttempt | undefined, { missing }: DecisionInput): AttemptEnd<WholeResult> | undefined {
  if (seen === undefined) return missing;
  return seen.state === 'ended' ? seen.end : undefined;
}

function ended(
  found: PlannedStage,
  end: AttemptEnd<WholeResult>,
  standing: Standing & { isListed: boolean },
): Progress {
  const { input, stages, observed, isListed } = standing;
  const record = end.kind === 'disrupted' ? afterAttempt(found.record, observed) : started(found.record);
  const running = { ...found, record };
  const isLost = !isListed && end.kind !== 'done';
  const known = isLost ? passOverLater(stages, running, input) : stages;
  const missing = end.kind === 'failed' ? input.missingFile : undefined;
  const next = { ...standing, stages: known };
  const progress = missing === undefined ? takeEnd(running, end, next) : untilFilesReturn(running, missing, next);
  const events = end.kind === 'done' ? progress.events : withDetail(progress.events, running, observed);
  return { ...progress, events, metrics: [...measure(running, end, observed), ...progress.metrics] };
}

/**
 * Returns the delay in milliseconds before the next attempt, counted from the end of the last attempt. The delay is 0
 * if the stage launcher does not list the last attempt, because the service was killed or the stage was stopped.
 */
export function retryWaitMs(input: DecisionInput, record: StageStatus, now: Date): number {
  const last = findAttempt(input.attempts, numberOf(record));
  if (last?.state !== 'ended') return 0;
  const { kind } = last.end;
  if (kind !== 'failed' && kind !== 'disrupted') return 0;
  const { attempt, disruptions = 0 } = record;
  const delayMs = kind === 'failed' ? retryDelayMs({ attempt, disruptions }) : disruptionDelayMs({ disruptions });
  return Math.max(0, Date.parse(last.endTime) + delayMs - now.getTime());
}

interface Standing {
  input: DecisionInput;
  stages: StageStatus[];
  now: Date;
  observed: EndedAttempt | undefined;
}

function takeEnd(running: PlannedStage, end: AttemptEnd<WholeResult>, standing: Standing): Progress {
  const { definition, record } = running;
  const next = nextAttempt({ ...definition, attempt: record.attempt, disruptions: record.disruptions ?? 0 }, end);
  switch (next.kind) {
    case 'finished':
      return finished(running, next.result, standing);
    case 'given-up':
      return givenUp(running, next, standing);
    case 'again':
      return again(running, next, standing);
  }
}

function finished(
  { definition, record }: PlannedStage,
  whole: WholeResult,
  { input, stages, now }: Standing,
): Progress {
  const done: StageStatus = {
    ...record,
    state: 'Succeeded',
    completionTime: timestamp(now),
    message: whole.result.summary,
    resultRef: whole.ref,
  };
  const list = replaceRecord(stages, done);
  const isLast = isLastStage(input.job.spec.type, record.name);
  if (isLast) return { kind: 'complete', stages: list, events: [], metrics: [], result: whole };
  if (definition.readsPages !== true) return { ...unchanged, stages: list };
  const brand = { isRead: true } as const;
  return { kind: 'going', stages: list, ...brandReports(brand), brand };
}

type GivenUp = Extract<NextAttempt<never>, { kind: 'given-up' }>;

function givenUp({ definition, record }: PlannedStage, end: GivenUp, standing: Standing): Progress {
  const { input, stages, now, observed } = standing;
  const { code, sentence } = end;
  const failed = (message: string): StageStatus[] =>
    replaceRecord(stages, { ...record, state: 'Failed', completionTime: timestamp(now), message });
  if (!definition.optional || end.isOfCluster === true || isModelError(code))
    return { kind: 'given-up', stages: failed(sentence), events: [], metrics: [], code, sentence };
  if (definition.readsPages === true) {
    const brand = unreadBrand(input.job.spec, sentence, observed);
    return { kind: 'going', stages: failed(brand.sentence), ...brandReports(brand), brand };
  }
  const event = { type: 'Warning', reason: 'StageFailed', message: sentence } as const;
  return { ...unchanged, stages: failed(sentence), events: [event] };
}

/** Reports whether an optional stage failed because a model failed whose failure is configured to end the job. */
const isModelError = (code: JobErrorCode): boolean => code === 'image_model_error' || code === 'video_model_error';

type Again = Extract<NextAttempt<never>, { kind: 'again' }>;

function again({ record }: PlannedStage, next: Again, { stages }: Standing): Progress {
  const message = `Attempt ${record.attempt} of the ${record.name} stage has no result, because ${next.reason}.`;
  const list = replaceRecord(stages, { ...(next.counted ? record : uncounted(record)), state: 'Pending', message });
  return { ...unchanged, stages: list, events: [{ type: 'Warning', reason: 'StageRetried', message }] };
}

/** Does not count an attempt that failed without the files of the job. The stage waits until the files are there. */
function untilFilesReturn({ record }: PlannedStage, name: string, { stages, now }: Standing): Progress {
  const waiting = waitForFile(name, now);
  const list = replaceRecord(stages, { ...uncounted(record), state: 'Pending', waiting });
  const message = `The ${record.name} stage waits (${waiting.reason}): ${waiting.message}`;
  return { ...unchanged, stages: list, events: [{ type: 'Warning', reason: 'StageWaiting', message }] };
}

/**
 * Skips the next attempt number of every later stage, if the stage launcher does not list the attempt that is recorded
 * as running. An interrupted reconcile may have seen the outcome of that attempt and started a later stage, with other
 * inputs than the later stage would get now. Guarantee: one attempt number never stands for two different inputs.
 */
function passOverLater(list: StageStatus[], { record: missing }: PlannedStage, input: DecisionInput): StageStatus[] {
  const planned = plannedStages(list, input.job.spec).map(({ record }) => record.name);
  const later = new Set(planned.slice(planned.indexOf(missing.name) + 1));
  return list.map((record) =>
    later.has(record.name) && record.state === 'Pending' ? passedOver(record, record.attempt + 1) : record,
  );
}

/**
 * Returns the stage record as if all attempts up to this number had happened. The added attempts do not count towards
 * the maximum number of attempts.
 */
export function passedOver(record: StageStatus, attempt: number): StageStatus {
  return { ...record, attempt, disruptions: (record.disruptions ?? 0) + attempt - record.attempt };
}

export function uncounted(record: StageStatus): StageStatus {
  return { ...record, disruptions: (record.disruptions ?? 0) + 1 };
}

const detailLengthMax = 500;

/**
 * Adds the cluster's own message about a failed attempt to the Events, for operators. The status, which clients see,
 * does not contain this message.
 */
function withDetail(
  events: readonly JobEvent[],
  { record }: PlannedStage,
  observed: EndedAttempt | undefined,
): readonly JobEvent[] {
  if (observed?.detail === undefined) return events;
  const words = Array.from(observed.detail.replace(/\s+/gu, ' ')).slice(0, detailLengthMax);
  const detail = `The cluster reports: ${words.join('')}`;
  if (events.length > 0) return events.map((event) => ({ ...event, message: `${event.message} ${detail}` }));
  const message = `The ${record.name} stage has failed. ${detail}`;
  return [{ type: 'Warning', reason: 'StageFailed', message }];
}

function measure(
  { record }: PlannedStage,
  end: AttemptEnd<unknown>,
  observed: EndedAttempt | undefined,
): Measurement[] {
  if (observed?.startTime == null) return [];
  const seconds = Math.max(0, (Date.parse(observed.endTime) - Date.parse(observed.startTime)) / 1000);
  return [{ kind: 'stage', stage: record.name, outcome: end.kind, seconds }];
}
