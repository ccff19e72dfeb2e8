import { madeAtMs } from '../../domain/job-id.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { FoundJob } from './found-job.ts';

/** Times of a job in milliseconds since 1970, as far as they are known. */
export interface JobTimes {
  createdMs: number | undefined;
  completedMs: number | undefined;
}

/** `object` is the AdJob of the job, if it has one. */
export function timesOf(job: FoundJob, object: AdJob | undefined): JobTimes {
  const record = job.kind === 'archive' ? job.record : undefined;
  const created = record?.creationTime ?? object?.metadata.creationTimestamp;
  const completed = record?.completionTime ?? object?.status?.completionTime;
  return { createdMs: madeAtMs(job.jobId) ?? parsed(created), completedMs: parsed(completed) };
}

function parsed(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}
