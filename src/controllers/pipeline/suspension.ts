import { suspendedMs } from '../../domain/timeouts.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { StageStatus } from '../../schema/adjob.ts';
import { type StatusBuilder, withEvent } from './decision.ts';
import { passedOver, uncounted } from './progress.ts';
import type { DecisionInput } from './decision-input.ts';
import { started } from './stage-waits.ts';

/**
 * Suspends the job. The running attempt is stopped, does not count towards the maximum number of attempts, and is
 * followed by a new attempt after the suspension. Suspended time does not count towards the overall time limit of the
 * job.
 */
export function suspendJob(input: DecisionInput, builder: StatusBuilder, now: Date): StatusBuilder {
  const { status } = builder;
  const stages = (status.stages ?? []).map((record) => halted(record, input));
  if (status.suspension?.since !== undefined) return { ...builder, status: { ...status, stages } };
  const suspension = { seconds: status.suspension?.seconds ?? 0, since: timestamp(now) };
  const event = { type: 'Normal', reason: 'Suspended', message: 'The job is suspended.' } as const;
  return withEvent({ ...builder, status: { ...status, stages, suspension } }, event);
}

export function resume(builder: StatusBuilder, now: Date): StatusBuilder {
  const { status } = builder;
  if (status.suspension?.since === undefined) return builder;
  const suspension = { seconds: Math.floor(suspendedMs(status.suspension, now) / 1000) };
  const event = { type: 'Normal', reason: 'Resumed', message: 'The job continues.' } as const;
  return withEvent({ ...builder, status: { ...status, suspension } }, event);
}

/**
 * Returns the record of a stage in a suspended job: no attempt is running. Neither the stopped attempt nor an attempt
 * that an interrupted reconcile started without recording it counts towards the maximum number of attempts.
 */
function halted(record: StageStatus, { attempts }: DecisionInput): StageStatus {
  if (record.state === 'Running') return { ...uncounted(started(record)), state: 'Pending', message: 'Suspended.' };
  if (record.state !== 'Pending') return record;
  const numbers = attempts.filter(({ stage }) => stage === record.name).map(({ attempt }) => attempt);
  const latest = Math.max(record.attempt, ...numbers);
  return latest === record.attempt ? record : passedOver(record, latest);
}
