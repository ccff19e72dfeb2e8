import type { AdJob } from '../schema/adjob.ts';
import type { Caller } from './callers.ts';

/** Jobs as this replica knows them. */
export interface JobReader {
  /** By job id in lower case; undefined for what is unknown, or is being deleted. A job just made is found at once. */
  find(jobId: string): Promise<AdJob | undefined>;
}

/** A job is visible only to the key that created it; one that somebody applied without a key to none. */
export function isOwn(job: AdJob, { key }: Caller): boolean {
  return job.spec.apiKeyRef?.name === key.name && job.metadata.namespace === key.namespace;
}
