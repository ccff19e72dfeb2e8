import type { AdJob } from '../schema/adjob.ts';

/** Whether the job has come to its one end. From then on its phase, response and error never change. */
export function isTerminal(job: Pick<AdJob, 'status'>): boolean {
  return job.status?.phase === 'SUCCESS' || job.status?.phase === 'FAILED';
}
