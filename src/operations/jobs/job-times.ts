import type { AdJob } from '../../schema/adjob.ts';
import type { FoundJob } from './found-job.ts';

/** Times of a job in milliseconds since 1970, as far as they are known. */
export interface JobTimes {
  createdMs: number | undefined;
  completedMs: number | undefined;
}

const uuidV7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/;

/** `object` is the AdJob of the job, if it has one. */
export function timesOf(job: FoundJob, object: AdJob | undefined): JobTimes {
  const record = job.kind === 'archive' ? job.record : undefined;
  const created = record?.creationTime ?? object?.metadata.creationTimestamp;
  const completed = record?.completionTime ?? object?.status?.completionTime;
  return { createdMs: acceptedMs(job.jobId) ?? parsed(created), completedMs: parsed(completed) };
}

/** Returns the time that a job id of the REST API (UUID v7) contains. */
function acceptedMs(jobId: string): number | undefined {
  const [, head, tail] = uuidV7.exec(jobId) ?? [];
  return head === undefined || tail === undefined ? undefined : parseInt(head + tail, 16);
}

function parsed(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}
