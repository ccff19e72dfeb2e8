import { isDeepStrictEqual } from 'node:util';
import type { ArchivedJob } from '../../archive/port.ts';
import { archivedJobOf } from '../../domain/archived-job.ts';
import { jobPrefix } from '../../domain/artifact-keys.ts';
import { isConditionTrue } from '../../domain/conditions.ts';
import { runHash } from '../../domain/earlier-run.ts';
import { replayRequest, unsent } from '../../domain/delivery.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation, isMarkedArchived } from '../../domain/labels.ts';
import { hasOpenCallback, isArchivable } from '../../domain/retention.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { isDue, type Candidate } from './choice.ts';
import type { RetentionDeps } from './deps.ts';
import { JobFailure } from './failure-tracker.ts';

/**
 * Result of archiving a job. `left`: the job changed after it was chosen, so it was not archived. If the job must still
 * be archived, the next archive pass chooses it again.
 */
export type Archived = 'archived' | 'left';

/**
 * Writes the archive record of a finished job and its open callback, marks its AdJob as archived, and deletes the
 * AdJob. The pipeline controller then removes the finalizer and, because the AdJob is marked, keeps the files of the
 * job.
 *
 * Guarantee: after a crash at any line, the call can be repeated with the same result. Before the AdJob is marked, the
 * archive has the record, the open callback and the request of an applied AdJob; until then, the status of the AdJob has
 * the state of the callback. The caller must check that no credits are reserved for the job.
 */
export async function archiveJob(candidate: Candidate, deps: RetentionDeps): Promise<Archived> {
  const { store, clock, archive } = deps;
  // The AdJob is read again: if a user deleted the job after it was listed, no archive record may be written.
  const job = await store.get(adJobKind, candidate);
  if (job?.metadata.uid !== candidate.uid || !mayArchive(job, candidate, deps)) return 'left';
  // If the AdJob is marked as archived, only the archive has the latest state of the callback, so the record is kept.
  if (isMarkedArchived(job) && (await archive.get(jobIdOf(job))) !== undefined) return remove(job.metadata, deps);
  const record = archivedJobOf(job, clock.now());
  await keep(record, deps);
  if (needsRunRecord(job)) await archive.putRun(runHash(job), record.jobId);
  if (hasOpenCallback(job)) await deps.archive.putDelivery(record, record.delivery ?? unsent);
  const marked = await mark(job, deps);
  if (marked !== undefined) return remove(marked, deps);
  await deleteRecordIfErased(record, candidate, deps);
  return 'left';
}

/**
 * Reports whether the job may still be archived. A job whose callback is still open is archived only if there are too
 * many finished jobs; the callback is then delivered from the archive. A job with a new request to replay its callback
 * is not archived until the status of the AdJob records the request.
 */
function mayArchive(job: AdJob, candidate: Candidate, { clock, config }: RetentionDeps): boolean {
  if (!isArchivable(job)) return false;
  if (isMarkedArchived(job)) return true;
  if (replayRequest(job) !== undefined) return false;
  if (candidate.isExcess) return true;
  return !hasOpenCallback(job) && isDue(job, config.ttlSeconds, clock.now());
}

/**
 * Reports whether the archive must remember the request of this job, because a user may apply its manifest again once its
 * AdJob is gone. The API never makes two AdJobs for one request. A job that was refused, for example for lack of credits,
 * was not run, and may be tried again.
 */
function needsRunRecord(job: AdJob): boolean {
  return jobIdOf(job) !== job.metadata.name && isConditionTrue(job.status?.conditions, 'Admitted');
}

async function keep(record: ArchivedJob, { archive }: RetentionDeps): Promise<void> {
  if (await archive.add(record)) return;
  const known = await archive.get(record.jobId);
  if (isDeepStrictEqual(known, record)) return;
  if (known !== undefined && known.object?.uid !== record.object?.uid) {
    throw new JobFailure(
      `The archive already has another job with the id ${record.jobId}, so this job is not archived.`,
    );
  }
  await archive.put(record);
}

async function mark(job: AdJob, { store }: RetentionDeps): Promise<AdJob['metadata'] | undefined> {
  const { metadata } = job;
  if (isMarkedArchived(job)) return metadata;
  const { resourceVersion } = metadata;
  const patch = { metadata: { resourceVersion, annotations: { [archivedAnnotation]: 'true' } } };
  return unlessChanged(async () => (await store.patch(adJobKind, metadata, patch)).metadata);
}

async function remove(metadata: AdJob['metadata'], { store }: RetentionDeps): Promise<Archived> {
  const { uid, resourceVersion } = metadata;
  const deleted = await unlessChanged(async () => {
    await store.delete(adJobKind, metadata, { preconditions: { uid, resourceVersion } });
    return true;
  });
  return deleted === true ? 'archived' : 'left';
}

async function unlessChanged<R>(write: () => Promise<R>): Promise<R | undefined> {
  try {
    return await write();
  } catch (error) {
    if (isStoreError(error, 'Conflict', 'NotFound')) return undefined;
    throw error;
  }
}

/**
 * Deletes the archive record if a user deleted the job after it was read but before it was marked as archived, because
 * a deleted job must not be served any more. If the AdJob is gone but the files of the job exist, another controller
 * has archived the job, and the record stays.
 */
async function deleteRecordIfErased(record: ArchivedJob, candidate: Candidate, deps: RetentionDeps): Promise<void> {
  const { store, archive, artifacts } = deps;
  const job = await store.get(adJobKind, candidate);
  const exists = job?.metadata.uid === candidate.uid;
  const isErased = exists
    ? job.metadata.deletionTimestamp !== undefined && job.metadata.annotations?.[archivedAnnotation] !== 'true'
    : (await artifacts.list(jobPrefix(record.jobId))).length === 0;
  if (isErased) await archive.delete(record.jobId);
}
