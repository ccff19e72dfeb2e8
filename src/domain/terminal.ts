import type { AdJob, JobPhase } from '../schema/adjob.ts';

/** How a job ends. */
export const endPhases = ['SUCCESS', 'FAILED'] as const satisfies JobPhase[];
export type EndPhase = (typeof endPhases)[number];

export function isEndPhase(phase: JobPhase | undefined): phase is EndPhase {
  return endPhases.some((end) => end === phase);
}

/** Whether the job has come to its one end. From then on its phase, response and error never change. */
export function isTerminal(job: Pick<AdJob, 'status'>): boolean {
  return isEndPhase(job.status?.phase);
}
