import type { ArchivedJob } from '../../archive/port.ts';
import type { JobPhase, JobType } from '../../schema/adjob.ts';
import type { Caller } from '../keys/callers.ts';
import type { SlimJob } from './slim-job.ts';

/**
 * An admitted job that has only an intent (the ledger's record of an AdJob to create); its AdJob does not exist yet.
 */
export interface IntendedJob {
  kind: 'intent';
  jobId: string;
  namespace: string;
  apiKey: string | undefined;
  type: JobType;
  phase: Extract<JobPhase, 'PENDING' | 'FAILED'>;
  /** Reason why the AdJob will never be created; undefined while it may still be created. */
  error: string | undefined;
  hasCallback: boolean;
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

/**
 * A job that was found, with the place where it was found: in an AdJob, in an intent (the ledger's record of an AdJob
 * to create) or in the archive.
 */
export type FoundJob = SlimJob | IntendedJob | ArchivedFound;

/**
 * Reports whether the caller's API key created the job. If a user applied the job without an API key, no key can see
 * the job.
 */
export function isOwn(job: Pick<FoundJob, 'apiKey' | 'namespace'>, { key }: Caller): boolean {
  return job.apiKey === key.name && job.namespace === key.namespace;
}
