import type { ArchivedJob } from '../schema/archived-job.ts';

export type { ArchivedJob };

/** What lies there is no record of that job: whoever reads it again is told the same. */
export class UnreadableRecord extends Error {}

/** Finished jobs, read for as long as they are kept. A record is written anew as a whole, and the last one counts. */
export interface Archive {
  put(job: ArchivedJob): Promise<void>;
  /** Undefined for what is not there. Throws where it cannot be told, and `UnreadableRecord`. */
  get(jobId: string): Promise<ArchivedJob | undefined>;
  /** Also of what is not there. */
  delete(jobId: string): Promise<void>;
  /** Ids of the records that were written before. Records may be put and deleted meanwhile. */
  listExpired(before: Date): AsyncIterable<string>;
}
