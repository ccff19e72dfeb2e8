import { suspendedMs } from '../../domain/timeouts.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { StageStatus } from '../../schema/adjob.ts';
import type { StatusBuilder } from './ending.ts';
import { passedOver, uncounted } from './progress.ts';
import type { Seen } from './seen.ts';

/**
 * Halt the job where it stands. The attempt under way is given up without being counted; the stage goes on with a new one.
 * Time stops counting towards the overall time-out.
 */
export function suspendJob(seen: Seen, { status, actions }: StatusBuilder, now: Date): StatusBuilder {
  const stages = (status.stages ?? []).map((record) => halted(record, seen));
  if (status.suspension?.since !== undefined) return { status: { ...status, stages }, actions };
  const suspension = { seconds: status.suspension?.seconds ?? 0, since: timestamp(now) };
  return {
    status: { ...status, stages, suspension },
    actions: [...actions, { kind: 'emit', type: 'Normal', reason: 'Suspended', message: 'The job is suspended.' }],
  };
}

/** Let time count again. A job that is not suspended stays as it is. */
export function resume({ status, actions }: StatusBuilder, now: Date): StatusBuilder {
  if (status.suspension?.since === undefined) return { status, actions };
  const suspension = { seconds: Math.floor(suspendedMs(status.suspension, now) / 1000) };
  return {
    status: { ...status, suspension },
    actions: [...actions, { kind: 'emit', type: 'Normal', reason: 'Resumed', message: 'The job goes on.' }],
  };
}

/** Also an attempt that only a pass cut off before its status write knew of is given up. */
function halted(record: StageStatus, { attempts }: Seen): StageStatus {
  if (record.state === 'Running') return { ...uncounted(record), state: 'Pending', message: 'Suspended.' };
  if (record.state !== 'Pending') return record;
  const numbers = attempts.filter(({ stage }) => stage === record.name).map(({ attempt }) => attempt);
  const latest = Math.max(record.attempt, ...numbers);
  return latest === record.attempt ? record : passedOver(record, latest);
}
