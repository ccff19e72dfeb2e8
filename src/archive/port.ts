import { copiedFrom, runHash } from '../domain/earlier-run.ts';
import { isApiJobName } from '../domain/job-view.ts';
import type { AdJob, DeliveryStatus } from '../schema/adjob.ts';
import type { ArchivedJob } from '../schema/archived-job.ts';

export type { ArchivedJob };

/**
 * Error for an invalid file of an archived job. The message names the file. Reading the file again fails in the same
 * way, until an operator repairs or deletes the file.
 */
export class UnreadableRecord extends Error {}

/** Identity of an archived job and of the account that pays for it. */
export type ArchivedJobKey = Pick<ArchivedJob, 'jobId' | 'namespace' | 'account'>;

/**
 * Archive of finished jobs. The record of a job can be read until it expires. The state of the job's callback delivery
 * changes after the record was written, so it is stored separately.
 */
export interface Archive {
  /**
   * Writes the record of a job, unless the job has one. Returns whether the record was written. A write that is delayed
   * until another process has written the record thus has no effect.
   */
  add(job: ArchivedJob): Promise<boolean>;
  /** Writes the record of a job. Replaces an existing record completely. */
  put(job: ArchivedJob): Promise<void>;
  /**
   * Returns the record as it was written, or undefined if it does not exist. Throws `UnreadableRecord`, or another error
   * if the archive is unavailable.
   */
  get(jobId: string): Promise<ArchivedJob | undefined>;
  /**
   * Returns the latest state of the callback delivery of an archived job, or undefined if the job has no callback.
   * Throws `UnreadableRecord`, or another error if the archive is unavailable.
   */
  delivery(job: ArchivedJob): Promise<DeliveryStatus | undefined>;
  /**
   * Deletes a record and its final delivery, the record first. A missing record is not an error. Does not delete a
   * pending delivery: see `dropOpenDelivery`.
   */
  delete(jobId: string): Promise<void>;
  /**
   * Stores the state of the callback delivery of an archived job. Once a final state (delivered or given up) is stored,
   * later writes have no effect, so that a delayed write cannot reopen a delivered callback. Stores no final state of
   * a job without a record, because the job was erased.
   */
  putDelivery(job: ArchivedJobKey, delivery: DeliveryStatus): Promise<void>;
  /**
   * Adds the pending callback delivery of an archived job to those that `listOpenDeliveries` yields. Does nothing if
   * the archive has a later state of the delivery, or if the job has no callback.
   */
  openDelivery(job: ArchivedJob): Promise<void>;
  /**
   * Yields the archived jobs whose callback is neither delivered nor given up. The record of such a job may have been
   * deleted. Ends early when the signal aborts.
   */
  listOpenDeliveries(signal?: AbortSignal): AsyncIterable<ArchivedJobKey>;
  /**
   * Deletes the pending callback delivery of a job, for example after its record was deleted. If there is no pending
   * delivery, does nothing.
   */
  dropOpenDelivery(job: ArchivedJobKey): Promise<void>;
  /** Stores under which id the request with this hash was run last. */
  putRun(runHash: string, jobId: string): Promise<void>;
  /** Returns the id under which the request with this hash was run last. The archive may have no record of it any more. */
  run(runHash: string): Promise<string | undefined>;
  /** Deletes what `putRun` stored before this time. Ends early if the signal aborts. */
  deleteRuns(before: Date, signal?: AbortSignal): Promise<void>;
  /**
   * Yields the ids of the jobs whose records were written before this time, and of final deliveries without a record
   * that were written before this time. Other records may be written or deleted while the ids are listed. Ends early
   * when the signal aborts.
   */
  listExpired(before: Date, signal?: AbortSignal): AsyncIterable<string>;
}

/**
 * Returns the id of the archived job that was run for an earlier object of the same name with the same request. Returns
 * undefined if the archive has none. The job must have its spec as it is stored.
 *
 * The record is under the name of the AdJob (it came from the REST API), under the uid that its annotation names (it is
 * a copy of an applied AdJob), or under the id that is stored for the same request (a manifest that is applied again).
 */
export async function archivedRun(
  job: Pick<AdJob, 'metadata' | 'spec'>,
  archive: Pick<Archive, 'get' | 'run'>,
): Promise<string | undefined> {
  const { name } = job.metadata;
  if (isApiJobName(name) && (await isArchived(name, job, archive))) return name;
  const original = copiedFrom(job);
  if (original !== undefined && (await isArchived(original, job, archive))) return original;
  const repeated = await archive.run(runHash(job));
  return repeated !== undefined && (await isArchived(repeated, job, archive)) ? repeated : undefined;
}

async function isArchived(
  jobId: string,
  { metadata }: Pick<AdJob, 'metadata'>,
  archive: Pick<Archive, 'get'>,
): Promise<boolean> {
  try {
    const record = await archive.get(jobId);
    return record?.namespace === metadata.namespace && record.object?.uid !== metadata.uid;
  } catch (error) {
    if (error instanceof UnreadableRecord) return true;
    throw error;
  }
}
