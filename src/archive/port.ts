import type { DeliveryStatus, JobPhase, JobType } from '../schema/adjob.ts';

/** A finished job after its resource is gone, or one whose resource was never made. */
export interface ArchivedJob {
  jobId: string;
  namespace: string;
  /** Absent: no key sees it. */
  apiKey?: string;
  account: string;
  type: JobType;
  phase: Extract<JobPhase, 'SUCCESS' | 'FAILED'>;
  /** RFC 3339: when it was accepted, and when it ended. */
  creationTime: string;
  completionTime: string;
  credits: { required: number; charged: number };
  /** What GET answers, byte for byte. */
  body: string;
  callbackUrl?: string;
  delivery?: DeliveryStatus;
}

/** Finished jobs, read for as long as they are kept. A record is written anew as a whole, and the last one counts. */
export interface Archive {
  put(job: ArchivedJob): Promise<void>;
  /** Undefined for what is not there. Throws where it cannot be told. */
  get(jobId: string): Promise<ArchivedJob | undefined>;
  /** Also of what is not there. */
  delete(jobId: string): Promise<void>;
  /** Ids of the records that were written before. */
  listExpired(before: Date): AsyncIterable<string>;
}
