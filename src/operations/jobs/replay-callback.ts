import { deliveryOf } from '../../domain/delivery.ts';
import { replayAnnotation } from '../../domain/labels.ts';
import { decideReplay, type ReplayDecision } from '../../domain/replay.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { ArchivedJob } from '../../schema/archived-job.ts';
import type { By, Needs } from '../operation.ts';
import { adJobs } from '../resource.ts';
import { editObject } from '../write-object.ts';
import { recordOf, wantedJob, type FoundResource, type IntendedJob } from './found-job.ts';
import { defineJobOperation } from './job-operation.ts';

type Deps = Needs<'store' | 'archive' | 'clock'>;
type Refused = Extract<ReplayDecision, { kind: 'refused' }>;

export const replayCallback = defineJobOperation({
  name: 'job.replay_callback',
  summary: 'Send the callback of a finished job again, with the same webhook-id. The controller sends it.',
  right: { role: 'operator', owner: true, key: true },
  effect: 'changes',
  run: async (job, deps: Deps, by) => {
    if (job.kind === 'intent') return refusedIntent(job);
    return job.kind === 'archive' ? refusedRecord(job.record) : replay(job, deps, by);
  },
});

async function replay(job: FoundResource, { store, archive, clock }: Deps, by: By) {
  const outcome = await editObject({ store, by }, adJobs, wantedJob(job), (object) => {
    const decision = decideReplay(object, clock.now());
    if (decision.kind !== 'allowed') return { instead: decision };
    return { edit: { annotations: { [replayAnnotation]: decision.annotation } } };
  });
  if (outcome.kind === 'done') return { ...outcome, delivery: deliveryOf(outcome.object, clock.now()) };
  const record = outcome.kind === 'not-found' ? await recordOf(job.jobId, archive) : undefined;
  return record === undefined ? outcome : refusedRecord(record);
}

/**
 * Returns the refusal of a replay for a job whose AdJob does not exist: the job has no callback, is not finished, or
 * failed and is about to be archived.
 */
function refusedIntent({ hasCallback, phase }: IntendedJob): Refused {
  if (!hasCallback) return { kind: 'refused', code: 'no_callback' };
  return { kind: 'refused', code: isEndPhase(phase) ? 'job_archived' : 'job_not_finished' };
}

function refusedRecord({ callbackUrl }: ArchivedJob): Refused {
  return { kind: 'refused', code: callbackUrl === undefined ? 'no_callback' : 'job_archived' };
}
