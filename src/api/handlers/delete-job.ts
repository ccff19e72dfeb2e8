import { noContent, problem } from '../../http/answer.ts';
import { eraseJob } from '../../operations/jobs/erase-job.ts';
import type { ApiDeps } from '../deps.ts';
import { jobIdOf, type Handler } from '../route.ts';

/** Erases a finished job permanently. After the response, the job cannot be read, and its files are being deleted. */
export function deleteJob(
  deps: Pick<ApiDeps, 'jobs' | 'store' | 'archive' | 'artifacts' | 'ledger' | 'changes'>,
): Handler {
  return async (request) => {
    const outcome = await eraseJob.run(jobIdOf(request), deps, { actor: request.caller });
    if (outcome.kind !== 'done') return problem(outcome.kind === 'not-found' ? 'job_not_found' : 'job_not_finished');
    deps.changes.file(eraseJob.name, outcome.change, request);
    deps.jobs.forget(outcome.jobId);
    return noContent();
  };
}
