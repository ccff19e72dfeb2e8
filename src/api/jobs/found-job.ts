import type { ArchivedJob } from '../../archive/port.ts';
import type { JobPhase, JobType } from '../../schema/adjob.ts';
import type { Caller } from '../keys/callers.ts';
import type { SlimJob } from './slim-job.ts';

/** A job that was admitted and whose resource nobody has seen yet. */
export interface IntendedJob {
  kind: 'intent';
  jobId: string;
  namespace: string;
  apiKey: string | undefined;
  type: JobType;
  phase: Extract<JobPhase, 'PENDING' | 'FAILED'>;
  /** Why its resource will never be made. */
  error: string | undefined;
}

/** A finished job whose resource is gone, or was never made. */
export interface ArchivedFound {
  kind: 'archive';
  jobId: string;
  namespace: string;
  apiKey: string | undefined;
  type: JobType;
  phase: ArchivedJob['phase'];
  record: ArchivedJob;
}

/** A job and where it is. */
export type FoundJob = SlimJob | IntendedJob | ArchivedFound;

/** A job is visible only to the key that created it; one that somebody applied without a key to none. */
export function isOwn(job: Pick<FoundJob, 'apiKey' | 'namespace'>, { key }: Caller): boolean {
  return job.apiKey === key.name && job.namespace === key.namespace;
}
