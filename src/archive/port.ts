import type { DeliveryStatus } from '../schema/adjob.ts';
import type { ArchivedJob } from '../schema/archived-job.ts';

export type { ArchivedJob };

/** Error for an invalid archive record of a job. A retry would fail in the same way. */
export class UnreadableRecord extends Error {}

/** Identity of an archived job and of the account that pays for it. */
export type ArchivedJobKey = Pick<ArchivedJob, 'jobId' | 'namespace' | 'account'>;

/** Records of finished jobs, readable until they expire. Writing a record again replaces it as a whole. */
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
   * Stores the delivery of an archived job. The first final state wins over every other write, so that a process that
   * writes late cannot reopen a delivered callback.
   */
  putDelivery(job: ArchivedJobKey, delivery: DeliveryStatus): Promise<void>;
  /** Yields the jobs whose delivery is pending. The record of such a job may be gone. */
  listOpenDeliveries(): AsyncIterable<ArchivedJobKey>;
  /** Drops a pending delivery, such as that of a deleted record. A missing one is not an error. */
  dropOpenDelivery(job: ArchivedJobKey): Promise<void>;
  /** Yields the ids of the records written before a time. Records may be written and deleted meanwhile. */
  listExpired(before: Date): AsyncIterable<string>;
}
