import { isOwn, type FoundJob } from './found-job.ts';
import { jobIdFrom } from './job-id.ts';
import type { JobReader } from './job-reader.ts';
import type { ApiRequest } from '../http/route.ts';

/** Returns the job in the path if it belongs to the caller. Undefined for jobs of others, unknown and malformed ids. */
export async function ownJob(
  { params, caller }: Pick<ApiRequest, 'params' | 'caller'>,
  jobs: JobReader,
): Promise<FoundJob | undefined> {
  const jobId = jobIdFrom(params['job_id']);
  const job = jobId === undefined ? undefined : await jobs.find(jobId);
  return job !== undefined && isOwn(job, caller()) ? job : undefined;
}
