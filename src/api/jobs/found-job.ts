import type { ArchivedJob } from '../../archive/port.ts';
import type { JobPhase } from '../../schema/adjob.ts';
import type { Caller } from '../keys/callers.ts';
import type { SlimJob } from './slim-job.ts';

/**
 * An accepted job whose AdJob does not exist yet. It was found by its intent, the ledger's record of an AdJob to
 * create.
 */
export interface IntendedJob {
  kind: 'intent';
  jobId: string;
  namespace: string;
  apiKey: string | undefined;
  type: string;
  phase: Extract<JobPhase, 'PENDING' | 'FAILED'>;
  error: string | undefined;
  hasCallback: boolean;
}

export interface ArchivedFound {
  kind: 'archive';
  jobId: string;
  namespace: string;
  apiKey: string | undefined;
  type: string;
  phase: ArchivedJob['phase'];
  record: ArchivedJob;
}

export type FoundJob = SlimJob | IntendedJob | ArchivedFound;

/**
 * Reports whether the API key of the request may see the job, that is, has created it. A job that a user applied with
 * kubectl without an API key is visible to no key.
 */
export function isOwn(job: Pick<FoundJob, 'apiKey' | 'namespace'>, { key }: Caller): boolean {
  return job.apiKey === key.name && job.namespace === key.namespace;
}
