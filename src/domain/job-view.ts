import type { AdJob, JobPhase, JobType } from '../schema/adjob.ts';
import { restoreNulls } from './response-nulls.ts';

/** The Job object of the REST API: exactly these members, in this order. */
export interface JobView {
  job_id: string;
  type: JobType;
  status: JobPhase;
  /** Null until SUCCESS. */
  response: Record<string, unknown> | null;
  /** Null until FAILED. */
  error: string | null;
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Reports whether the name may be one that the API created: its job ids are UUIDs of version 7. */
export function isApiJobName(name: string): boolean {
  return uuidV7.test(name);
}

/**
 * Returns the job id from the status. Before the first status write, returns the name if the API may have created it,
 * and otherwise the uid. Until then the id is provisional, because only the ledger records whether the id is bound to
 * this AdJob.
 */
export function jobIdOf(job: Pick<AdJob, 'metadata' | 'status'>): string {
  if (job.status?.jobId !== undefined) return job.status.jobId;
  return isApiJobName(job.metadata.name) ? job.metadata.name : job.metadata.uid;
}

/**
 * Returns the REST view of the AdJob. A job without status is PENDING. `response` and `error` are null before the end.
 */
export function jobView(job: AdJob): JobView {
  const status = job.status?.phase ?? 'PENDING';
  return {
    job_id: jobIdOf(job),
    type: job.spec.type,
    status,
    response: status === 'SUCCESS' && job.status?.response ? restoreNulls(job.status.response) : null,
    error: status === 'FAILED' ? (job.status?.error ?? null) : null,
  };
}

/** Serialises a job. GET, the callback and the archive all use these bytes, so that they never differ. */
export function serialiseJob(job: AdJob): Buffer {
  return serialiseView(jobView(job));
}

/** Serialises a view without an AdJob, in the same way. */
export function serialiseView({ job_id, type, status, response, error }: JobView): Buffer {
  return Buffer.from(JSON.stringify({ job_id, type, status, response, error }));
}
