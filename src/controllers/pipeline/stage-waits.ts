import type { StageStatus } from '../../schema/adjob.ts';
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
  if (wait?.reason === record.waiting?.reason) return { stages, events: [] };
  if (wait === undefined) return { stages: replaceRecord(stages, started(record)), events: [] };
  const message = `The ${record.name} stage has not started (${wait.reason}): ${wait.message}`;
  const event = { type: isNormal.has(wait.reason) ? 'Normal' : 'Warning', reason: 'StageWaiting', message } as const;
  return { stages: replaceRecord(stages, { ...record, waiting: wait }), events: [event] };
}

const isNormal = new Set(['Queued', 'NotStarted']);

/** Returns the record of a stage that does not wait for its start: it runs, has ended, or is launched again. */
export function started({ waiting: _, ...record }: StageStatus): StageStatus {
  return record;
}
