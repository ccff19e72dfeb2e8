import type { AdJob } from '../schema/adjob.ts';
import { isConditionTrue } from './conditions.ts';

/**
 * State of a job's credits: reserved while the job runs, settled (charged) after success, released (given back) after a
 * failure. It is derived from the AdJob.
 */
export interface JobStanding {
  state: 'reserved' | 'settled' | 'released';
  credits: number;
}

/**
 * Returns the state of a job's credits as its AdJob shows it. Returns undefined if no credits were ever reserved,
 * because the job was refused or the controller has not processed it yet.
 */
export function standingOf({ status }: Pick<AdJob, 'status'>): JobStanding | undefined {
  const { phase, credits, conditions } = status ?? {};
  const { required = 0, charged = required } = credits ?? {};
  if (phase === 'SUCCESS') return { state: 'settled', credits: charged };
  if (!isConditionTrue(conditions, 'Admitted')) return undefined;
  return { state: phase === 'FAILED' ? 'released' : 'reserved', credits: required };
}
