import type { AdJob, JobPhase, JobType } from '../schema/adjob.ts';
import { restoreNulls } from './response-nulls.ts';

/** The Job of the REST API: exactly these members, in this order. */
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

/** Whether the API may have given this name to an AdJob: its job ids are UUIDs of version 7. */
export function isApiJobName(name: string): boolean {
  return uuidV7.test(name);
}

/**
 * What the status says; before its first write, the name where the API may have given it, else the uid. Until then it is a
 * guess: the ledger alone knows whether the id was given to this object, and the first status tells.
 */
export function jobIdOf(job: Pick<AdJob, 'metadata' | 'status'>): string {
  if (job.status?.jobId !== undefined) return job.status.jobId;
  return isApiJobName(job.metadata.name) ? job.metadata.name : job.metadata.uid;
}

/** A job that nobody has looked at yet is PENDING. `response` and `error` never show before the end. */
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

/** The bytes of a job, the same for whoever reads them: GET, the callback and the archive have no serialiser of their own. */
export function serialiseJob(job: AdJob): Buffer {
  return serialiseView(jobView(job));
}

/** The same for what is known of a job without its resource. */
export function serialiseView({ job_id, type, status, response, error }: JobView): Buffer {
  return Buffer.from(JSON.stringify({ job_id, type, status, response, error }));
}
