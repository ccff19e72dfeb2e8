import type { ArchivedJob } from '../schema/archived-job.ts';

export type { ArchivedJob };

/** Error for an invalid archive record of a job. A retry would fail in the same way. */
export class UnreadableRecord extends Error {}

/**
 * Store of the records of finished jobs, which remain readable after their AdJobs are deleted. `put` replaces an
 * existing record as a whole.
 */
export interface Archive {
  put(job: ArchivedJob): Promise<void>;
  /**
   * Returns the record of the job, or undefined if the job has no record. Throws `UnreadableRecord` for an invalid
   * record, and another error if the archive is unavailable.
   */
  get(jobId: string): Promise<ArchivedJob | undefined>;
  /** Deletes the record of the job. A missing record is not an error. */
  delete(jobId: string): Promise<void>;
  /**
   * Yields the ids of the jobs whose records were written before this time. Records may be written and deleted during
   * the iteration.
   */
  listExpired(before: Date): AsyncIterable<string>;
}
