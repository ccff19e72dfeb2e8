import type { Archive, ArchivedJob } from '../../archive/port.ts';
import { jobIdOf, type JobView } from '../../domain/job-view.ts';
import { unavailable } from '../../objects/store-error.ts';
import type { AdJob, JobPhase } from '../../schema/adjob.ts';
import { maySeeJob, type Actor, type JobOwner } from '../actor.ts';

interface Found extends JobOwner {
  readonly jobId: string;
  readonly type: string;
  readonly phase: JobPhase;
}

/** A job whose AdJob exists. */
export interface FoundResource extends Found {
  readonly kind: 'resource';
  readonly name: string;
  readonly uid: string;
  readonly isDeleting: boolean;
  /** The AdJob, if it was read to find the job. */
  readonly object?: AdJob;
}

/**
 * An accepted job whose AdJob does not exist yet. It was found by its intent, the ledger's record of an AdJob to
 * create.
 */
export interface IntendedJob extends Found {
  readonly kind: 'intent';
  readonly phase: Extract<JobPhase, 'PENDING' | 'FAILED'>;
  readonly error: string | undefined;
  readonly hasCallback: boolean;
}

export interface ArchivedFound extends Found {
  readonly kind: 'archive';
  readonly phase: ArchivedJob['phase'];
  readonly record: ArchivedJob;
}

export type FoundJob = FoundResource | IntendedJob | ArchivedFound;

export interface JobFinder<J extends FoundJob = FoundJob> {
  /** Finds a job by its id, in upper or lower case. Returns undefined for unknown and malformed ids. */
  find(jobId: string): Promise<J | undefined>;
}

/** Finds a job that the actor may see. */
export async function findJob<J extends FoundJob>(
  jobId: string,
  jobs: JobFinder<J>,
  actor: Actor,
): Promise<J | undefined> {
  const job = await jobs.find(jobId);
  return job !== undefined && maySeeJob(actor, job) ? job : undefined;
}

/** Returns the job of an AdJob. */
export function foundResource(object: AdJob): FoundResource {
  const { metadata, spec, status } = object;
  const { namespace, name, uid } = metadata;
  return {
    ...{ kind: 'resource', jobId: jobIdOf(object), namespace, name, uid, object },
    ...{ account: spec.accountRef.name, apiKey: spec.apiKeyRef?.name, type: spec.type },
    ...{ phase: status?.phase ?? 'PENDING', isDeleting: metadata.deletionTimestamp !== undefined },
  };
}

/** Returns the name of the account of a job. A job that an API key can see belongs to the account of the key. */
export function accountOfJob({ account }: Found, actor: Actor): string | undefined {
  return account ?? (actor.kind === 'key' ? actor.account.name : undefined);
}

/** Returns the AdJob to write. If the job was found while it was not being deleted, it must not be deleted meanwhile. */
export function wantedJob({ namespace, name, uid, isDeleting }: FoundResource) {
  return { namespace, name, uid, isLive: !isDeleting };
}

/** Returns the archive record of a job. Throws `StoreError('Unavailable')` if the record cannot be read. */
export function recordOf(jobId: string, archive: Pick<Archive, 'get'>): Promise<ArchivedJob | undefined> {
  return archive.get(jobId).catch((error: unknown) => {
    throw unavailable('the archive', error);
  });
}

/** Returns the Job object of the REST API for a job without a result. */
export function unfinishedView(job: Found & { error?: string | undefined }): JobView {
  return { job_id: job.jobId, type: job.type, status: job.phase, response: null, error: job.error ?? null };
}
