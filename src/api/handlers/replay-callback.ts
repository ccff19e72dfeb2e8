import { deliveryOf } from '../../domain/delivery.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { replayAnnotation } from '../../domain/labels.ts';
import { decideReplay, replaysPerHour } from '../../domain/replay.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ArchivedJob } from '../../schema/archived-job.ts';
import { json, problem, type Answer } from '../../http/answer.ts';
import type { ApiDeps } from '../deps.ts';
import { changeJob } from '../jobs/change-object.ts';
import type { FoundJob, IntendedJob } from '../jobs/found-job.ts';
import { deliveriesView, recordOf } from '../jobs/job-delivery.ts';
import { ownJob } from '../jobs/own-job.ts';
import type { SlimJob } from '../jobs/slim-job.ts';
import type { Handler } from '../route.ts';

type ReplayDeps = Pick<ApiDeps, 'jobs' | 'store' | 'archive' | 'clock'>;

/** Requests that the callback of a finished job is sent again. The controller sends it. */
export function replayCallback(deps: ReplayDeps): Handler {
  return async (request) => {
    const job = await ownJob(request, deps.jobs);
    return job === undefined ? problem('job_not_found') : replay(job, deps);
  };
}

async function replay(job: FoundJob, deps: ReplayDeps): Promise<Answer> {
  if (job.kind === 'intent') return refusedIntent(job);
  return job.kind === 'archive' ? refusedRecord(job.record) : replayResource(job, deps);
}

async function replayResource({ jobId, namespace, name, uid }: SlimJob, deps: ReplayDeps): Promise<Answer> {
  const answer = await changeJob(deps.store, { namespace, name, uid }, (job) => requestReplay(job, deps));
  if (answer !== 'gone') return answer;
  const record = await recordOf(jobId, deps);
  return record === undefined ? problem('job_not_found') : refusedRecord(record);
}

async function requestReplay(job: AdJob, { store, clock }: ReplayDeps): Promise<Answer> {
  const now = clock.now();
  const decision = decideReplay(job, now);
  switch (decision.kind) {
    case 'refused':
      return problem(decision.code);
    case 'limited':
      return problem('rate_limited', {
        detail: `The callback of this job was already replayed ${replaysPerHour} times within the last hour.`,
        headers: { 'Retry-After': String(decision.retryAfterSeconds) },
      });
    case 'allowed': {
      const { resourceVersion } = job.metadata;
      const annotations = { [replayAnnotation]: decision.annotation };
      const changed = await store.patch(adJobKind, job.metadata, { metadata: { resourceVersion, annotations } });
      return json(202, deliveriesView(deliveryOf(changed, now)));
    }
  }
}

/**
 * Returns the error response to a replay request for a job whose AdJob does not exist: the job has no callback, is not
 * finished, or failed and is about to be archived.
 */
function refusedIntent({ hasCallback, phase }: IntendedJob): Answer {
  if (!hasCallback) return problem('no_callback');
  return problem(isEndPhase(phase) ? 'job_archived' : 'job_not_finished');
}

function refusedRecord({ callbackUrl }: ArchivedJob): Answer {
  return problem(callbackUrl === undefined ? 'no_callback' : 'job_archived');
}
