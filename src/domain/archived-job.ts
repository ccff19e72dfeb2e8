import type { AdJob, AdJobStatus } from '../schema/adjob.ts';
import type { ArchivedJob } from '../schema/archived-job.ts';
import { jobIdOf, serialiseJob } from './job-view.ts';
import { isEndPhase } from './terminal.ts';
import { timestamp } from './timestamp.ts';

/**
 * Returns the archive record of a finished job. The body of the record is byte for byte the response of GET. `now`
 * replaces a missing completion time. Throws for an unfinished job, because the record would report the job as
 * finished.
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

/** Returns the credits of the status, or zeros for a refused job, whose status has no credits. */
function creditsOf({ credits }: AdJobStatus): ArchivedJob['credits'] {
  return { required: credits?.required ?? 0, charged: credits?.charged ?? 0 };
}
