import type { AdJob, JobPhase, JobType } from '../schema/adjob.ts';
import { accountLabel, apiKeyLabel, labelValue } from './labels.ts';
import { restoreNulls } from './response-nulls.ts';

/** The Job object of the REST API: exactly these members, in this order. */
export interface JobView {
  job_id: string;
  type: JobType;
  status: JobPhase;
  /** Null unless `status` is SUCCESS. */
  response: Record<string, unknown> | null;
  /** Null unless `status` is FAILED. */
  error: string | null;
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Reports whether the API may have created a job with this name. Job ids of the API are UUIDs of version 7. */
export function isApiJobName(name: string): boolean {
  return uuidV7.test(name);
}

/**
 * Reports whether the AdJob has the name and labels of an AdJob that the API created. If so, its name is the job id
 * that the client got. Only the ledger knows this for certain; this check is for the case that the ledger data is lost.
 */
export function looksMadeByApi({ metadata: { name, labels }, spec }: Pick<AdJob, 'metadata' | 'spec'>): boolean {
  const { accountRef, apiKeyRef } = spec;
  if (!isApiJobName(name) || apiKeyRef === undefined) return false;
  return labels?.[apiKeyLabel] === labelValue(apiKeyRef.name) && labels[accountLabel] === labelValue(accountRef.name);
}

/**
 * Returns the job id from the status. Before the first status write, returns the name if the API may have created the
 * job, and otherwise the uid. This id is provisional, because only the ledger records whether the id is bound to this
 * AdJob.
 */
export function jobIdOf(job: Pick<AdJob, 'metadata' | 'status'>): string {
  if (job.status?.jobId !== undefined) return job.status.jobId;
  return isApiJobName(job.metadata.name) ? job.metadata.name : job.metadata.uid;
}

/**
 * Returns the REST view of the AdJob. A job without status is PENDING. `response` and `error` are null before the job
 * has finished.
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

/** Serialises the view of a job that has no AdJob, in the same way as `serialiseJob`. */
export function serialiseView({ job_id, type, status, response, error }: JobView): Buffer {
  return Buffer.from(JSON.stringify({ job_id, type, status, response, error }));
}
