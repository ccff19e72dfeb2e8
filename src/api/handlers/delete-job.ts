import { jobPrefix } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation, isMarkedArchived } from '../../domain/labels.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { JobObject } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { noContent, problem } from '../../http/answer.ts';
import { changeJob } from '../jobs/change-object.ts';
import type { ApiDeps } from '../deps.ts';
import type { FoundJob } from '../jobs/found-job.ts';
import { ownJob } from '../jobs/own-job.ts';
import type { Handler } from '../route.ts';
import type { SlimJob } from '../jobs/slim-job.ts';

type DeleteDeps = Pick<ApiDeps, 'jobs' | 'store' | 'archive' | 'artifacts' | 'ledger'>;

/** Erases a finished job permanently. After the response, the job cannot be read, and its files are being deleted. */
export function deleteJob(deps: DeleteDeps): Handler {
  return async (request) => {
    const job = await ownJob(request, deps.jobs);
    if (job === undefined) return problem('job_not_found');
    if (!isEndPhase(job.phase)) return problem('job_not_finished');
    const isErased = await erase(job, deps);
    if (!isErased) return problem('job_not_found');
    deps.jobs.forget(job.jobId);
    return noContent();
  };
}

async function erase(job: FoundJob, deps: DeleteDeps): Promise<boolean> {
  if (job.kind === 'resource') return eraseResource(job, deps);
  const object = job.kind === 'archive' ? job.record.object : undefined;
  await eraseArchived(job.jobId, object && { namespace: job.namespace, ...object }, deps);
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
async function eraseResource({ jobId, namespace, name, uid }: SlimJob, deps: DeleteDeps): Promise<boolean> {
  const { store, archive } = deps;
  const outcome = await changeJob(store, { namespace, name, uid }, async (job) => {
    const { resourceVersion } = job.metadata;
    await store.delete(adJobKind, { namespace, name }, { preconditions: { uid, resourceVersion } });
    return isMarkedArchived(job) ? 'deleted as archived' : 'deleted';
  });
  if (outcome !== 'deleted as archived' && (await archive.get(jobId)) === undefined) return outcome === 'deleted';
  await eraseArchived(jobId, { namespace, name, uid }, deps);
  return true;
}

/**
 * Erases a job that is in the archive: its files first, and its archive record last, so that a failed request can be
 * repeated. Without the record, a callback that is not delivered yet is not sent any more.
 *
 * `object` is the AdJob of the job. If the AdJob still exists, the annotation that marks it as archived is removed;
 * otherwise the controller would keep the files. If the job never had an AdJob, its intent is deleted; otherwise the
 * relay would write the record again.
 */
async function eraseArchived(jobId: string, object: JobObject | undefined, deps: DeleteDeps): Promise<void> {
  const { store, artifacts, archive, ledger } = deps;
  if (object === undefined) await ledger.intents.drop(jobId);
  else await changeJob(store, { ...object, alsoDeleting: true }, (job) => removeMark(job, store));
  await artifacts.deleteTree(jobPrefix(jobId));
  await archive.delete(jobId);
}

async function removeMark({ metadata }: AdJob, store: DeleteDeps['store']): Promise<void> {
  if (metadata.annotations?.[archivedAnnotation] === undefined) return;
  const { resourceVersion } = metadata;
  const patch = { metadata: { resourceVersion, annotations: { [archivedAnnotation]: null } } };
  await store.patch(adJobKind, metadata, patch);
}
