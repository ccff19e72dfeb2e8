import { serialiseView } from '../../domain/job-view.ts';
import { bytes, problem } from '../../http/answer.ts';
import { cancelJob as operation } from '../../operations/jobs/cancel-job.ts';
import type { ApiDeps } from '../deps.ts';
import { jobIdOf, type Handler } from '../route.ts';

export function cancelJob(deps: Pick<ApiDeps, 'jobs' | 'store' | 'ledger' | 'changes'>): Handler {
  return async (request) => {
    const outcome = await operation.run(jobIdOf(request), deps, { actor: request.caller });
    if (outcome.kind !== 'done') return problem(outcome.kind === 'finished' ? 'job_finished' : 'job_not_found');
    deps.changes.file(operation.name, outcome.change, request);
    return bytes(202, 'application/json', serialiseView(outcome.view));
  };
}
