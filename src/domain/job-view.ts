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

/** What the status says; before its first write, the name where the API gave it (a UUID v7), else the uid. */
export function jobIdOf(job: Pick<AdJob, 'metadata' | 'status'>): string {
  if (job.status?.jobId !== undefined) return job.status.jobId;
  return uuidV7.test(job.metadata.name) ? job.metadata.name : job.metadata.uid;
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
  return Buffer.from(JSON.stringify(jobView(job)));
}
