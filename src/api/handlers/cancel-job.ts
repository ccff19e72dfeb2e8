import { serialiseJob } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isEndPhase, isTerminal } from '../../domain/terminal.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { bytes, problem, type Answer } from '../../http/answer.ts';
import { changeJob } from '../jobs/change-object.ts';
import type { ApiDeps } from '../deps.ts';
import type { FoundJob } from '../jobs/found-job.ts';
import { ownJob } from '../jobs/own-job.ts';
import type { Handler } from '../route.ts';

type CancelDeps = Pick<ApiDeps, 'jobs' | 'store' | 'ledger'>;

export function cancelJob(deps: CancelDeps): Handler {
  return async (request) => {
    const job = await ownJob(request, deps.jobs);
    if (job === undefined) return problem('job_not_found');
    return isEndPhase(job.phase) ? problem('job_finished') : cancel(job, deps);
  };
}

async function cancel(job: FoundJob, { jobs, store, ledger }: CancelDeps): Promise<Answer> {
  if (job.kind === 'resource') return cancelResource(job, store);
  const isIntended = await ledger.intents.cancel(job.jobId);
  // The ledger no longer has an intent (record of an AdJob that is still to be created) for the job. The AdJob
  // therefore exists, and is cancelled instead of the intent.
  if (!isIntended) return cancelResource({ namespace: job.namespace, name: job.jobId }, store);
  const body = await jobs.body(job);
  return body === undefined ? problem('job_not_found') : accepted(body);
}

async function cancelResource(which: ObjectKey & { uid?: string }, store: CancelDeps['store']): Promise<Answer> {
  const { namespace, name, uid } = which;
  const answer = await changeJob(store, { namespace, name, ...(uid !== undefined && { uid }) }, async (object) => {
    if (isTerminal(object)) return problem('job_finished');
    const { resourceVersion } = object.metadata;
    const patch = { metadata: { resourceVersion }, spec: { cancel: true } };
    return accepted(serialiseJob(await store.patch(adJobKind, { namespace, name }, patch)));
  });
  return answer === 'gone' ? problem('job_not_found') : answer;
}

function accepted(body: Buffer): Answer {
  return bytes(202, 'application/json', body);
}
