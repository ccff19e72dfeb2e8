import type { ArchivedJob } from '../../archive/port.ts';
import { jobPrefix } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { noContent, problem } from '../http/answer.ts';
import { changeJob } from '../jobs/change-object.ts';
import type { ApiDeps } from '../deps.ts';
import type { FoundJob } from '../jobs/found-job.ts';
import { ownJob } from '../jobs/own-job.ts';
import type { Handler } from '../http/route.ts';
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
  await eraseRecord(job.jobId, job.kind === 'archive' ? job.record : undefined, deps);
  return true;
}

/**
 * Deletes the AdJob of a job. The controller then deletes the files of the job. The job's record in the archive is
 * deleted last, so that a repeated request after a crash still finds the job.
 */
async function eraseResource({ jobId, namespace, name, uid }: SlimJob, deps: DeleteDeps): Promise<boolean> {
  const { store, archive } = deps;
  const outcome = await changeJob(store, { namespace, name, uid }, async (seen) => {
    const { resourceVersion } = await withoutMark(seen, store);
    await store.delete(adJobKind, { namespace, name }, { preconditions: { uid, resourceVersion } });
    return 'deleted';
  });
  const record = await archive.get(jobId);
  if (record === undefined) return outcome === 'deleted';
  await eraseRecord(jobId, record, deps);
  return true;
}

/**
 * Removes the annotation that marks an AdJob as archived. With this annotation, the files of the job would be kept when
 * the AdJob is deleted.
 */
async function withoutMark(job: AdJob, store: DeleteDeps['store']): Promise<AdJob['metadata']> {
  const { metadata } = job;
  if (metadata.annotations?.[archivedAnnotation] === undefined) return metadata;
  const { resourceVersion } = metadata;
  const patch = { metadata: { resourceVersion, annotations: { [archivedAnnotation]: null } } };
  return (await store.patch(adJobKind, metadata, patch)).metadata;
}

/**
 * Erases a job that is in the archive: its files first, and its archive record last, so that a failed request can be
 * repeated. Without the record, a callback that is not delivered yet is not sent any more. If the AdJob still exists,
 * removes the annotation that marks it as archived; otherwise the controller would keep the files. If the job never had
 * an AdJob, deletes its intent; otherwise the relay would write the record again.
 */
async function eraseRecord(jobId: string, record: ArchivedJob | undefined, deps: DeleteDeps): Promise<void> {
  const { store, artifacts, archive, ledger } = deps;
  if (record?.object !== undefined) {
    const which = { namespace: record.namespace, ...record.object, alsoDeleting: true };
    await changeJob(store, which, (job) => withoutMark(job, store));
  }
  if (record?.object === undefined) await ledger.intents.drop(jobId);
  await artifacts.deleteTree(jobPrefix(jobId));
  await archive.delete(jobId);
}
