import { isOwn, type FoundJob } from './found-job.ts';
import { jobIdFrom } from './job-id.ts';
import type { JobReader } from './job-reader.ts';
import type { ApiRequest } from '../http/route.ts';

/** The caller's job that the path names. A stranger's job, an unknown one and what is no id at all are the same. */
export async function ownJob(
  { params, caller }: Pick<ApiRequest, 'params' | 'caller'>,
  jobs: JobReader,
): Promise<FoundJob | undefined> {
  const jobId = jobIdFrom(params['job_id']);
  const job = jobId === undefined ? undefined : await jobs.find(jobId);
  return job !== undefined && isOwn(job, caller()) ? job : undefined;
}
