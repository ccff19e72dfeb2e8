import type { AdJob, JobPhase } from '../schema/adjob.ts';
import { hasRunBefore } from './earlier-run.ts';

export const endPhases = ['SUCCESS', 'FAILED'] as const satisfies JobPhase[];
export type EndPhase = (typeof endPhases)[number];

export function isEndPhase(phase: JobPhase | undefined): phase is EndPhase {
  return endPhases.some((end) => end === phase);
}

/**
 * Reports whether a job has ended, or is never run because it was run before. The phase, response and error of such a job
 * never change.
 */
export function isTerminal(job: Pick<AdJob, 'status'>): boolean {
  return isEndPhase(job.status?.phase) || hasRunBefore(job);
}
