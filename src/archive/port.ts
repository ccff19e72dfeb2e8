import type { ArchivedJob } from '../schema/archived-job.ts';

export type { ArchivedJob };

/** The stored record of a job is invalid. Another read of the record would fail again. */
export class UnreadableRecord extends Error {}

/** Records of finished jobs, readable until they expire. Writing a record again replaces it as a whole. */
export interface Archive {
  put(job: ArchivedJob): Promise<void>;
  /**
   * Returns the record, or undefined if it does not exist. Throws `UnreadableRecord`, or another error if the archive
   * is unavailable.
   */
  get(jobId: string): Promise<ArchivedJob | undefined>;
  /** Deletes a record. A missing record is not an error. */
  delete(jobId: string): Promise<void>;
  /** Yields the ids of the records written before a time. Records may be written and deleted meanwhile. */
  listExpired(before: Date): AsyncIterable<string>;
}
