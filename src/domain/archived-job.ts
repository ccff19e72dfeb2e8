import type { AdJob, AdJobStatus } from '../schema/adjob.ts';
import type { ArchivedJob } from '../schema/archived-job.ts';
import { jobIdOf, serialiseJob } from './job-view.ts';
import { isEndPhase } from './terminal.ts';
import { timestamp } from './timestamp.ts';

/**
 * Returns the record with which a finished job is archived. The body in the record is byte for byte the response of
 * `GET /jobs/{job_id}`. If the job has no completion time, `now` is used. Throws if the job is not finished.
 */
export function archivedJobOf(job: AdJob, now: Date): ArchivedJob {
  const { metadata, spec, status } = job;
  if (!isEndPhase(status?.phase)) throw new Error('The job is not finished.');
  return {
    jobId: jobIdOf(job),
    namespace: metadata.namespace,
    object: { name: metadata.name, uid: metadata.uid },
    account: spec.accountRef.name,
    type: spec.type,
    phase: status.phase,
    creationTime: metadata.creationTimestamp,
    completionTime: status.completionTime ?? timestamp(now),
    credits: creditsOf(status),
    body: serialiseJob(job).toString(),
    ...optionalFields(job),
  };
}

function optionalFields({ spec, status }: AdJob): Pick<ArchivedJob, 'apiKey' | 'callbackUrl' | 'delivery'> {
  return {
    ...(spec.apiKeyRef && { apiKey: spec.apiKeyRef.name }),
    ...(spec.callbackUrl !== undefined && { callbackUrl: spec.callbackUrl }),
    ...(status?.delivery && { delivery: status.delivery }),
  };
}

function creditsOf({ credits }: AdJobStatus): ArchivedJob['credits'] {
  return { required: credits?.required ?? 0, charged: credits?.charged ?? 0 };
}
