import type { AdJob } from '../schema/adjob.ts';
import { isConditionTrue } from './conditions.ts';

/** How a job stands in the books, by its resource. */
export interface JobStanding {
  state: 'reserved' | 'settled' | 'released';
  /** Held or charged, or held until it was released. */
  credits: number;
}

/** Undefined for a job that nothing was ever held for: it was refused, or nobody has looked at it yet. */
export function standingOf({ status }: Pick<AdJob, 'status'>): JobStanding | undefined {
  const { phase, credits, conditions } = status ?? {};
  const { required = 0, charged = required } = credits ?? {};
  if (phase === 'SUCCESS') return { state: 'settled', credits: charged };
  if (!isConditionTrue(conditions, 'Admitted')) return undefined;
  return { state: phase === 'FAILED' ? 'released' : 'reserved', credits: required };
}
