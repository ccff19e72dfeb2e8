import { jobView } from '../../domain/job-view.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { By, Needs, NeedsIntents } from '../operation.ts';
import { adJobs } from '../resource.ts';
import { editObject, notFound, type Wanted } from '../write-object.ts';
import { accountOfJob, unfinishedView, wantedJob, type IntendedJob } from './found-job.ts';
import { defineJobOperation } from './job-operation.ts';

type Deps = Needs<'store'> & NeedsIntents;

/** In the outcome, `object` is undefined if the AdJob of the job does not exist yet. */
export const cancelJob = defineJobOperation({
  name: 'job.cancel',
  summary: 'Cancel an unfinished job. It ends FAILED [cancelled] and costs nothing.',
  right: { role: 'operator', owner: true, key: true },
  effect: 'changes',
  run: async (job, deps: Deps, by) => {
    if (isEndPhase(job.phase)) return { kind: 'finished' as const, phase: job.phase };
    if (job.kind === 'resource') return cancelResource(wantedJob(job), deps, by);
    return job.kind === 'intent' ? cancelIntent(job, deps, by) : notFound;
  },
});

async function cancelIntent(job: IntendedJob, deps: Deps, by: By) {
  const { jobId: name, namespace } = job;
  const account = accountOfJob(job, by.actor);
  const change = { target: { kind: adJobs.kind.kind, namespace, name, account }, after: { cancel: true } };
  await by.announce?.(change);
  const isIntended = await deps.ledger.intents.cancel(name);
  // The ledger no longer has an intent (record of an AdJob that is still to be created) for the job. The AdJob
  // therefore exists, and is cancelled instead of the intent.
  if (!isIntended) return cancelResource({ namespace, name, isLive: true }, deps, by);
  return { kind: 'done' as const, view: unfinishedView(job), object: undefined, change };
}

async function cancelResource(wanted: Wanted, { store }: Deps, by: By) {
  const outcome = await editObject({ store, by }, adJobs, wanted, ({ status }) =>
    isEndPhase(status?.phase)
      ? { instead: { kind: 'finished' as const, phase: status.phase } }
      : { edit: { spec: { cancel: true } } },
  );
  return outcome.kind === 'done' ? { ...outcome, view: jobView(outcome.object) } : outcome;
}
