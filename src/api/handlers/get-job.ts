import { serialiseJob } from '../../domain/job-view.ts';
import { bytes, problem } from '../answer.ts';
import type { ApiDeps } from '../deps.ts';
import { isOwn } from '../job-reader.ts';
import type { Handler } from '../route.ts';
import { jobIdFrom } from '../job-id.ts';

/** A stranger's job, an unknown one and what is no id at all get the same answer. */
export function getJob({ jobs }: Pick<ApiDeps, 'jobs'>): Handler {
  return async ({ params, caller }) => {
    const jobId = jobIdFrom(params['job_id']);
    const job = jobId === undefined ? undefined : await jobs.find(jobId);
    if (job === undefined || !isOwn(job, caller())) return problem('job_not_found');
    return bytes(200, 'application/json', serialiseJob(job));
  };
}
