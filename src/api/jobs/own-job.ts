import { isOwn, type FoundJob } from './found-job.ts';
import { jobIdFrom } from './job-id.ts';
import type { JobReader } from './job-reader.ts';
import type { ApiRequest } from '../route.ts';

/**
 * Returns the job whose id is in the path of the request, if the API key of the request has created it. Returns
 * undefined for jobs of other API keys, and for unknown or malformed ids.
 */
export async function ownJob(
  { params, caller }: Pick<ApiRequest, 'params' | 'caller'>,
  jobs: JobReader,
): Promise<FoundJob | undefined> {
  const jobId = jobIdFrom(params['job_id']);
  const job = jobId === undefined ? undefined : await jobs.find(jobId);
  return job !== undefined && isOwn(job, caller) ? job : undefined;
}
