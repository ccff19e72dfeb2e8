import { jobPrefix } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation, isMarkedArchived } from '../../domain/labels.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { JobObject } from '../../ledger/port.ts';
import type { By, Needs, NeedsIntents } from '../operation.ts';
import { adJobs } from '../resource.ts';
import { changeObject, notFound } from '../write-object.ts';
import { accountOfJob, wantedJob, type FoundJob, type FoundResource } from './found-job.ts';
import { defineJobOperation } from './job-operation.ts';

type Deps = Needs<'store' | 'archive' | 'artifacts'> & NeedsIntents;

/** Dependencies, and the annotations to write to the AdJob before it is deleted. */
type Parts = Deps & { annotations: Record<string, string> | undefined };

export const eraseJob = defineJobOperation({
  name: 'job.erase',
  summary: 'Erase a finished job, its files and its archive record permanently. Its credits are not refunded.',
  right: { role: 'operator', key: true },
  effect: 'changes',
  run: async (job, deps: Deps, by) => {
    if (!isEndPhase(job.phase)) return { kind: 'not-finished' as const };
    const { jobId, type, phase, namespace } = job;
    const account = accountOfJob(job, by.actor);
    const object = objectOf(job);
    const target = { kind: adJobKind.kind, namespace, name: object?.name ?? jobId, uid: object?.uid, account };
    const change = { target, before: { jobId, type, phase } };
    const annotations = await by.announce?.({ ...change, isMadeAfterwards: true });
    return (await erase(job, { ...deps, annotations }, by)) ? { kind: 'done' as const, jobId, change } : notFound;
  },
});

/** Returns the AdJob of a job. Returns undefined if the job never had an AdJob. */
function objectOf(job: FoundJob): JobObject | undefined {
  if (job.kind === 'resource') return { namespace: job.namespace, name: job.name, uid: job.uid };
  return job.kind === 'archive' && job.record.object ? { namespace: job.namespace, ...job.record.object } : undefined;
}

async function erase(job: FoundJob, deps: Parts, by: By): Promise<boolean> {
  if (job.kind === 'resource') return eraseResource(job, deps, by);
  await eraseArchived(job.jobId, objectOf(job), { ...deps, by });
  return true;
}

/**
 * Deletes the AdJob of a job. The controller then deletes the files of the job. The job's record in the archive is
 * deleted last, so that a repeated request after a crash still finds the job.
 *
 * The annotation that marks the AdJob as archived stays until the AdJob is being deleted. Without the annotation, the
 * state of the callback would again be read from the status of the AdJob, which may show a delivered callback as
 * pending.
 */
async function eraseResource(job: FoundResource, deps: Parts, by: By): Promise<boolean> {
  const { store, archive, annotations } = deps;
  const outcome = await changeObject({ store, by }, adJobs, wantedJob(job), async (object) => {
    const { uid, resourceVersion } = annotations ? await annotated(object, annotations, store) : object.metadata;
    await store.delete(adJobKind, object.metadata, { preconditions: { uid, resourceVersion } });
    return { kind: 'deleted' as const, isArchived: isMarkedArchived(object) };
  });
  const isDeleted = outcome.kind === 'deleted';
  if (!(isDeleted && outcome.isArchived) && (await archive.get(job.jobId)) === undefined) return isDeleted;
  await eraseArchived(job.jobId, objectOf(job), { ...deps, by });
  return true;
}

/** Writes annotations to an AdJob and returns its new metadata. The controller reads them before the AdJob is gone. */
async function annotated({ metadata }: AdJob, annotations: Record<string, string>, store: Pick<ObjectStore, 'patch'>) {
  const { resourceVersion } = metadata;
  return (await store.patch(adJobKind, metadata, { metadata: { resourceVersion, annotations } })).metadata;
}

/**
 * Erases a job that is in the archive: its files first, and its archive record last, so that a failed request can be
 * repeated. Without the record, a callback that is not delivered yet is not sent any more.
 *
 * `object` is the AdJob of the job. If the AdJob still exists, the annotation that marks it as archived is removed;
 * otherwise the controller would keep the files. If the job never had an AdJob, its intent is deleted; otherwise the
 * relay would write the record again.
 */
async function eraseArchived(jobId: string, object: JobObject | undefined, parts: Deps & { by: By }): Promise<void> {
  const { store, artifacts, archive, ledger } = parts;
  if (object === undefined) await ledger.intents.drop(jobId);
  else
    await changeObject(parts, adJobs, object, async ({ metadata }) => {
      if (metadata.annotations?.[archivedAnnotation] === undefined) return;
      const { resourceVersion } = metadata;
      const patch = { metadata: { resourceVersion, annotations: { [archivedAnnotation]: null } } };
      await store.patch(adJobKind, metadata, patch);
    });
  await artifacts.deleteTree(jobPrefix(jobId));
  await archive.delete(jobId);
}
