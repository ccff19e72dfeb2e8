import type { AdJob, AdJobStatus } from '../schema/adjob.ts';
import { findCondition, isConditionTrue, setCondition, withoutCondition } from './conditions.ts';
import { hasRunBefore } from './earlier-run.ts';
import { isTerminal } from './terminal.ts';

/**
 * Returns the status of a job with the generation that it describes and with the conditions that kstatus reads, which
 * Flux and others use: `Reconciling` while the job is open, and `Stalled` if it has failed. kstatus counts an absent
 * condition as false, so a successful job has neither.
 */
export function withJobConditions(status: AdJobStatus, observedGeneration: number, now: Date): AdJobStatus {
  return { ...status, observedGeneration, conditions: conditionsOf(status, observedGeneration, now) };
}

function conditionsOf(status: AdJobStatus, observedGeneration: number, now: Date): AdJobStatus['conditions'] {
  const { phase, conditions } = status;
  if (phase === 'SUCCESS' || hasRunBefore({ status })) return withoutCondition(conditions, 'Reconciling');
  if (phase === 'FAILED') {
    const { reason = 'Failed', message = status.error ?? '' } = findCondition(conditions, 'Failed') ?? {};
    const stalled = { type: 'Stalled', status: 'True', reason, message, observedGeneration } as const;
    return setCondition(withoutCondition(conditions, 'Reconciling'), stalled, now);
  }
  const message = 'The job has not ended.';
  const reconciling = {
    type: 'Reconciling',
    status: 'True',
    reason: 'Unfinished',
    message,
    observedGeneration,
  } as const;
  return setCondition(conditions, reconciling, now);
}

/**
 * Reports whether the status of a finished job describes an older generation, or still has `Reconciling` because an
 * older version of the controller ended the job. False if only older versions have written the status, so that an
 * upgrade does not write the status of every finished job.
 */
export function isOutdated({ metadata, status }: Pick<AdJob, 'metadata' | 'status'>): boolean {
  if (status?.observedGeneration === undefined || !isTerminal({ status })) return false;
  return status.observedGeneration !== metadata.generation || isConditionTrue(status.conditions, 'Reconciling');
}

/** Returns the status of a finished job, brought up to date if it is outdated. */
export function upToDate(job: Pick<AdJob, 'metadata' | 'status'>, now: Date): AdJobStatus {
  const { metadata, status = {} } = job;
  return isOutdated(job) ? withJobConditions(status, metadata.generation, now) : status;
}
