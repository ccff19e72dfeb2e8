import { findCondition } from '../../../domain/conditions.ts';
import { isEndPhase } from '../../../domain/terminal.ts';
import type { DeliveryStatus } from '../../../schema/adjob.ts';
import { texts } from '../../texts/texts.ts';
import type { KnownJob } from './known-job.ts';

const { waits } = texts.job;

/** Returns what a job waits for. Undefined if it waits for nothing. */
export function waitsFor(job: KnownJob, delivery: DeliveryStatus | undefined): string | undefined {
  if (isEndPhase(job.phase)) return delivery?.state === 'pending' ? waits.callback : undefined;
  if (job.source === 'intent') return waits.adJob;
  return waitsToRun(job);
}

function waitsToRun({ conditions, stages, isSuspended }: KnownJob): string | undefined {
  const running = stages.find(({ state }) => state === 'Running');
  if (running !== undefined) return waits.stage(running.name);
  if (isSuspended) return waits.suspended;
  const admitted = findCondition(conditions, 'Admitted');
  if (admitted === undefined) return waits.controller;
  if (admitted.status !== 'True') return waits.admission(admitted.message);
  const repeated = stages.find(({ state, attempt }) => state === 'Pending' && attempt > 0);
  if (repeated !== undefined) return waits.nextAttempt(repeated.name, repeated.message ?? '');
  return waits.slot;
}
