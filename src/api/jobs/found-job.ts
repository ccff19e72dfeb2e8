import type { ArchivedJob } from '../../archive/port.ts';
import type { JobPhase, JobType } from '../../schema/adjob.ts';
import type { Caller } from '../keys/callers.ts';
import type { SlimJob } from './slim-job.ts';

/** An admitted job whose AdJob does not exist yet. */
export interface IntendedJob {
  kind: 'intent';
  jobId: string;
  namespace: string;
  apiKey: string | undefined;
  type: JobType;
  phase: Extract<JobPhase, 'PENDING' | 'FAILED'>;
  /** Reason why the AdJob will never be created. */
  error: string | undefined;
}

/** A finished job whose AdJob was deleted or never created. */
export interface ArchivedFound {
  kind: 'archive';
  jobId: string;
  namespace: string;
  apiKey: string | undefined;
  type: JobType;
  phase: ArchivedJob['phase'];
  record: ArchivedJob;
}

/** A job and its location: AdJob, intent or archive. */
export type FoundJob = SlimJob | IntendedJob | ArchivedFound;

/** Reports whether the caller's key created the job. No key can see a job that was applied without a key. */
export function isOwn(job: Pick<FoundJob, 'apiKey' | 'namespace'>, { key }: Caller): boolean {
  return job.apiKey === key.name && job.namespace === key.namespace;
}
