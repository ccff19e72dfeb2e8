import type { AdJob, JobPhase } from '../schema/adjob.ts';
import { jsonText } from './json-text.ts';
import { accountLabel, apiKeyLabel, labelValue } from './labels.ts';
import { restoreNulls } from './response-nulls.ts';

/** The Job object of the REST API. Its JSON has exactly these members, in this order. */
export interface JobView {
  job_id: string;
  type: string;
  status: JobPhase;
  /** Result of the job. Null unless `status` is SUCCESS. */
  response: Record<string, unknown> | null;
  /** Sentence about the failure of the job. Null unless `status` is FAILED. */
  error: string | null;
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isApiJobName(name: string): boolean {
  return uuidV7.test(name);
}

/**
 * Reports whether the AdJob has the name and labels that the REST API gives to the AdJobs it creates. If so, its name
 * is the job id that the client got. Only the ledger knows for certain who created an AdJob; this check is for the case
 * that the ledger has lost its data.
 */
export function looksMadeByApi({ metadata: { name, labels }, spec }: Pick<AdJob, 'metadata' | 'spec'>): boolean {
  const { accountRef, apiKeyRef } = spec;
  if (!isApiJobName(name) || apiKeyRef === undefined) return false;
  return labels?.[apiKeyLabel] === labelValue(apiKeyRef.name) && labels[accountLabel] === labelValue(accountRef.name);
}

/**
 * Returns the id of a job, which the controller writes to the status of the AdJob. Before that, returns the name of the
 * AdJob if the REST API may have created it, and its uid otherwise. Such an id is provisional, because only the ledger
 * records which AdJob has which id.
 */
export function jobIdOf(job: Pick<AdJob, 'metadata' | 'status'>): string {
  if (job.status?.jobId !== undefined) return job.status.jobId;
  return isApiJobName(job.metadata.name) ? job.metadata.name : job.metadata.uid;
}

export function jobView(job: AdJob): JobView {
  const status = job.status?.phase ?? 'PENDING';
  return {
    job_id: jobIdOf(job),
    type: job.spec.type,
    status,
    response: status === 'SUCCESS' && job.status?.response ? restoreNulls(job.spec.type, job.status.response) : null,
    error: status === 'FAILED' ? (job.status?.error ?? null) : null,
  };
}

/**
 * Returns the JSON of a job. The REST API, the callback and the archive all use these bytes, so that they never differ.
 * Every parser accepts them: a text contains no half of a character.
 */
export function serialiseJob(job: AdJob): Buffer {
  return serialiseView(jobView(job));
}

export function serialiseView({ job_id, type, status, response, error }: JobView): Buffer {
  return Buffer.from(jsonText({ job_id, type, status, response, error }));
}
