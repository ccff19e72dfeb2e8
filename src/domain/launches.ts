import type { StageStatus } from '../schema/adjob.ts';

/** Returns how often a stage was launched. Statuses of earlier versions have only the number of the latest attempt. */
export function launchesOf({ launches, attempt }: Pick<StageStatus, 'launches' | 'attempt'>): number {
  return launches ?? attempt;
}
