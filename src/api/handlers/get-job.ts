import { isEndPhase } from '../../domain/terminal.ts';
import { bytes, invalid, problem, type Answer } from '../../http/answer.ts';
import { queryNumber } from '../../http/query.ts';
import { findJob } from '../../operations/jobs/found-job.ts';
import type { ApiDeps } from '../deps.ts';
import type { FoundJob } from '../jobs/job-reader.ts';
import { jobIdOf, type Handler } from '../route.ts';

const secondsMax = 60;

/**
 * Returns a job that the API key of the request has created. With the query parameter `wait`, responds when the job has
 * ended or the given number of seconds is over. Jobs of other API keys, unknown ids and malformed ids all get the same
 * 404.
 */
export function getJob({ jobs }: Pick<ApiDeps, 'jobs'>): Handler {
  return async (request) => {
    const { value: seconds, issues } = queryNumber(request.query, 'wait', { min: 0, max: secondsMax, fallback: 0 });
    if (issues.length > 0) return invalid(issues);
    const job = await findJob(jobIdOf(request).jobId, jobs, request.caller);
    const isWaiting = job !== undefined && seconds > 0 && request.method === 'GET' && !isEndPhase(job.phase);
    return answer(isWaiting ? await jobs.whenEnded(job.jobId, seconds, request.gone()) : job);
  };

  async function answer(job: FoundJob | undefined): Promise<Answer> {
    const body = job && (await jobs.body(job));
    return body === undefined ? problem('job_not_found') : bytes(200, 'application/json', body);
  }
}
