import { json, problem } from '../../http/answer.ts';
import { listDeliveries as operation } from '../../operations/jobs/list-deliveries.ts';
import type { ApiDeps } from '../deps.ts';
import { deliveriesView } from '../jobs/deliveries-view.ts';
import { jobIdOf, type Handler } from '../route.ts';

/** Returns the attempts to deliver the callback of a job. The job must belong to the API key of the request. */
export function listDeliveries(deps: Pick<ApiDeps, 'jobs' | 'store' | 'archive' | 'clock'>): Handler {
  return async (request) => {
    const outcome = await operation.run(jobIdOf(request), deps, { actor: request.caller });
    return outcome.kind === 'done' ? json(200, deliveriesView(outcome.delivery)) : problem('job_not_found');
  };
}
