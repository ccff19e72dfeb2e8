import type { AdJob } from '../schema/adjob.ts';
import { isConditionTrue } from './conditions.ts';

/** State of a job's hold (credits set aside) in the ledger, derived from the AdJob. */
export interface JobStanding {
  state: 'reserved' | 'settled' | 'released';
  /** Credits held (`reserved`), credits charged (`settled`), or credits held before the release (`released`). */
  credits: number;
}

/**
 * Returns the state of the job's hold, or undefined for a job that never had a hold, because the job was refused or is
 * not reconciled yet.
 */
export function standingOf({ status }: Pick<AdJob, 'status'>): JobStanding | undefined {
  const { phase, credits, conditions } = status ?? {};
  const { required = 0, charged = required } = credits ?? {};
  if (phase === 'SUCCESS') return { state: 'settled', credits: charged };
  if (!isConditionTrue(conditions, 'Admitted')) return undefined;
  return { state: phase === 'FAILED' ? 'released' : 'reserved', credits: required };
}
