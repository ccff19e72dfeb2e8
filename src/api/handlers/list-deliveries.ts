import { json, problem } from '../../http/answer.ts';
import type { ApiDeps } from '../deps.ts';
import { deliveriesOf } from '../jobs/job-delivery.ts';
import { ownJob } from '../jobs/own-job.ts';
import type { Handler } from '../route.ts';

/** Returns the attempts to deliver the callback of a job. The job must belong to the API key of the request. */
export function listDeliveries(deps: Pick<ApiDeps, 'jobs' | 'store' | 'archive' | 'clock'>): Handler {
  return async (request) => {
    const job = await ownJob(request, deps.jobs);
    const deliveries = job && (await deliveriesOf(job, deps));
    return deliveries === undefined ? problem('job_not_found') : json(200, deliveries);
  };
}
