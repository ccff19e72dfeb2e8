import { isDeepStrictEqual } from 'node:util';
import type { ArchivedJob } from '../../archive/port.ts';
import { archivedJobOf } from '../../domain/archived-job.ts';
import { jobPrefix } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import { mayGo } from '../../domain/retention.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { isStoreError } from '../../store/port.ts';
import { isDue, type Candidate } from './choice.ts';
import type { RetentionDeps } from './deps.ts';
import { JobFailure } from './failure-tracker.ts';

/** `left`: it is not what it was when it was chosen; if it is still to go, the next pass sees it again. */
export type Archived = 'archived' | 'left';

/**
 * Write the record, mark the resource, delete it. Its finalizer goes by the pipeline controller, which for the mark keeps
 * the files.
 *
 * Guarantee: cut off after any line, it can be done again with the same end; until the resource is deleted both have the
 * job. The hold must be closed: that is the caller's to know.
 */
export async function archiveJob(candidate: Candidate, deps: RetentionDeps): Promise<Archived> {
  const { store, clock, config } = deps;
  // Since it was listed, somebody may have deleted it by hand: then no record may come behind.
  const job = await store.get(adJobKind, candidate);
  if (job?.metadata.uid !== candidate.uid || !mayGo(job)) return 'left';
  if (!candidate.isExcess && !isDue(job, config.ttlSeconds, clock.now())) return 'left';
  const record = archivedJobOf(job, clock.now());
  await keep(record, deps);
  const marked = await mark(job, deps);
  if (marked !== undefined) return remove(marked, deps);
  await takeBackIfErased(record, candidate, deps);
  return 'left';
}

async function keep(record: ArchivedJob, { archive }: RetentionDeps): Promise<void> {
  const known = await archive.get(record.jobId);
  if (isDeepStrictEqual(known, record)) return;
  if (known !== undefined && known.object?.uid !== record.object?.uid) {
    throw new JobFailure(`The archive has another job under the id ${record.jobId}; this one stays where it is.`);
  }
  await archive.put(record);
}

/** Undefined: it has changed meanwhile. */
async function mark(job: AdJob, { store }: RetentionDeps): Promise<AdJob['metadata'] | undefined> {
  const { metadata } = job;
  if (metadata.annotations?.[archivedAnnotation] === 'true') return metadata;
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
 * Of a job that somebody has deleted by hand between our look at it and the mark, nothing may be served any more. One that
 * is gone without a trace may also have been archived by another controller; that one would have kept its files.
 */
async function takeBackIfErased(record: ArchivedJob, candidate: Candidate, deps: RetentionDeps): Promise<void> {
  const { store, archive, artifacts } = deps;
  const job = await store.get(adJobKind, candidate);
  const isThere = job?.metadata.uid === candidate.uid;
  const isErased = isThere
    ? job.metadata.deletionTimestamp !== undefined && job.metadata.annotations?.[archivedAnnotation] !== 'true'
    : (await artifacts.list(jobPrefix(record.jobId))).length === 0;
  if (isErased) await archive.delete(record.jobId);
}
