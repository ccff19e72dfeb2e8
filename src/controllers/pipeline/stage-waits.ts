import { timestamp } from '../../domain/timestamp.ts';
import type { EndReason } from '../../launch/port.ts';
import type { StageStatus } from '../../schema/adjob.ts';
import type { StageWait, StartFailure } from '../../schema/stage-wait.ts';
import type { SeenAttempt } from './attempt-end.ts';
import type { JobEvent } from './decision.ts';
import { replaceRecord } from './stage-list.ts';

type Going = Exclude<SeenAttempt, { state: 'ended' }>;

/**
 * Records why the running stage has not started, and removes this once it has. A change of the message alone changes
 * nothing, because a scheduler changes it often, and each change costs a write.
 */
export function withWait(
  stages: StageStatus[],
  record: StageStatus,
  seen: Going,
): { stages: StageStatus[]; events: readonly JobEvent[] } {
  const wait = seen.state === 'waiting' ? seen.wait : undefined;
  if (wait?.reason === record.waiting?.reason || keepsReason(record, seen)) return { stages, events: [] };
  if (wait === undefined) return { stages: replaceRecord(stages, started(record)), events: [] };
  const message = `The ${record.name} stage has not started (${wait.reason}): ${wait.message}`;
  const event = { type: isNormal.has(wait.reason) ? 'Normal' : 'Warning', reason: 'StageWaiting', message } as const;
  return { stages: replaceRecord(stages, { ...record, waiting: wait }), events: [event] };
}

const isNormal = new Set(['Queued', 'NotStarted']);

/**
 * Reports whether the record keeps its reason although the stage launcher states none: a failure to start of an earlier
 * pod, so that its time counts over all pods, and `NotStarted`, which the stage launcher does not state of all stages.
 */
function keepsReason({ waiting }: StageStatus, seen: Going): boolean {
  if (waiting === undefined || seen.state !== 'waiting') return false;
  if (seen.wait === undefined) return waiting.reason === 'NotStarted' || startFailure(waiting) !== undefined;
  return seen.wait.reason === 'NotStarted' && startFailure(waiting) !== undefined;
}

/** Returns the record of a stage that does not wait for its start: it runs, has ended, or is launched again. */
export function started({ waiting: _, ...record }: StageStatus): StageStatus {
  return record;
}

export function startFailure(wait: StageWait | undefined): StartFailure | undefined {
  return wait?.reason === 'ImagePull' || wait?.reason === 'ContainerCreate' ? wait.reason : undefined;
}

const failures: Partial<Record<EndReason, StartFailure>> = {
  'image-pull-failed': 'ImagePull',
  unstartable: 'ContainerCreate',
};

/** Returns the record after an attempt. It keeps since when the container fails to start, if it never started. */
export function afterAttempt(record: StageStatus, seen: SeenAttempt | undefined): StageStatus {
  const reason = seen?.state === 'ended' ? failures[seen.reason] : undefined;
  if (seen?.state !== 'ended' || reason === undefined) return started(record);
  if (startFailure(record.waiting) !== undefined) return record;
  const since = timestamp(new Date(seen.endTime));
  return { ...record, waiting: { reason, message: seen.detail ?? '', since } };
}

/** Returns why the container of a stage fails to start, if it has failed for at least `seconds`. */
export function overdueStart(
  record: StageStatus,
  seen: SeenAttempt | undefined,
  { now, seconds }: { now: Date; seconds: number },
): StartFailure | undefined {
  const { waiting } = seen?.state === 'waiting' ? record : afterAttempt(record, seen);
  if (waiting === undefined || now.getTime() - Date.parse(waiting.since) < seconds * 1_000) return undefined;
  return startFailure(waiting);
}
