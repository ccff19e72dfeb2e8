import type { AdJob, JobPhase } from '../schema/adjob.ts';

/** Final phases of a job. */
export const endPhases = ['SUCCESS', 'FAILED'] as const satisfies JobPhase[];
export type EndPhase = (typeof endPhases)[number];

export function isEndPhase(phase: JobPhase | undefined): phase is EndPhase {
  return endPhases.some((end) => end === phase);
}

/** Reports whether the job has ended. Phase, response and error of an ended job never change. */
export function isTerminal(job: Pick<AdJob, 'status'>): boolean {
  return isEndPhase(job.status?.phase);
}
