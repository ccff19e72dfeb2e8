import type { JobPhase } from '../../schema/adjob.ts';
import type { SlimJob } from './slim-job.ts';

export interface PageWanted {
  limit: number;
  after?: JobPlace | undefined;
  phase?: JobPhase | undefined;
  type?: string | undefined;
}

/** Fields by which jobs are sorted: the creation time, newest first, then the id. The id makes the order unique. */
export type JobPlace = Pick<SlimJob, 'createdMs' | 'jobId'>;

/**
 * Returns one page of the jobs. Goes through the jobs once and keeps only the page; sorting all jobs would be slow for
 * an API key with a hundred thousand jobs.
 */
export function jobPage(jobs: Iterable<SlimJob>, wanted: PageWanted): { jobs: SlimJob[]; hasMore: boolean } {
  const page: SlimJob[] = [];
  for (const job of jobs) {
    if (!isWanted(job, wanted)) continue;
    const last = page.at(-1);
    if (page.length > wanted.limit && last !== undefined && compare(last, job) < 0) continue;
    const place = page.findIndex((other) => compare(job, other) < 0);
    page.splice(place < 0 ? page.length : place, 0, job);
    page.length = Math.min(page.length, wanted.limit + 1);
  }
  return { jobs: page.slice(0, wanted.limit), hasMore: page.length > wanted.limit };
}

function isWanted(job: SlimJob, { after, phase, type }: PageWanted): boolean {
  if ((phase ?? job.phase) !== job.phase || (type ?? job.type) !== job.type) return false;
  return after === undefined || compare(after, job) < 0;
}

function compare(one: JobPlace, other: JobPlace): number {
  if (one.createdMs !== other.createdMs) return other.createdMs - one.createdMs;
  if (one.jobId === other.jobId) return 0;
  return one.jobId > other.jobId ? -1 : 1;
}
