import type { DeliveryStatus } from '../schema/adjob.ts';
import type { ArchivedJob } from '../schema/archived-job.ts';

export type { ArchivedJob };

/** Error for an invalid archive record of a job. A retry would fail in the same way. */
export class UnreadableRecord extends Error {}

/** Identity of an archived job and of the account that pays for it. */
export type ArchivedJobKey = Pick<ArchivedJob, 'jobId' | 'namespace' | 'account'>;

/**
 * Archive of finished jobs. The record of a job can be read until it expires. `put` replaces an existing record
 * completely.
 */
export interface Archive {
  put(job: ArchivedJob): Promise<void>;
  /**
   * Returns the record with the latest state of its delivery, or undefined if the record does not exist. Throws
   * `UnreadableRecord`, or another error if the archive is unavailable.
   */
  get(jobId: string): Promise<ArchivedJob | undefined>;
  /** Deletes a record and its delivery. A missing record is not an error. */
  delete(jobId: string): Promise<void>;
  /**
   * Stores the state of the callback delivery of an archived job. Once a final state (delivered or given up) is stored,
   * later writes have no effect, so that a delayed write cannot reopen a delivered callback.
   */
  putDelivery(job: ArchivedJobKey, delivery: DeliveryStatus): Promise<void>;
  /**
   * Yields the archived jobs whose callback is neither delivered nor given up. The record of such a job may have been
   * deleted.
   */
  listOpenDeliveries(): AsyncIterable<ArchivedJobKey>;
  /**
   * Deletes the pending callback delivery of a job, for example after its record was deleted. If there is no pending
   * delivery, does nothing.
   */
  dropOpenDelivery(job: ArchivedJobKey): Promise<void>;
  /**
   * Yields the ids of the jobs whose records were written before this time. Other records may be written or deleted
   * while the ids are listed.
   */
  listExpired(before: Date): AsyncIterable<string>;
}
