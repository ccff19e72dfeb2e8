import type { AdJob, JobType } from '../schema/adjob.ts';

/** Time limit in minutes for a job of each type, from its creation until it finishes. Time in the queue counts. */
export const overallTimeoutMinutes: Record<JobType, number> = { image_ad: 30, video_ad: 45 };

type Suspension = { seconds: number; since?: string | undefined } | undefined;

export function suspendedMs(suspension: Suspension, now: Date): number {
  if (suspension === undefined) return 0;
  const runningMs = suspension.since === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(suspension.since));
  return suspension.seconds * 1000 + runningMs;
}

/**
 * Returns the time that a job has left until its overall time limit, in milliseconds, at least 0. Time during which the
 * job is suspended does not count.
 */
export function timeLeftMs(job: Pick<AdJob, 'metadata' | 'spec'>, suspension: Suspension, now: Date): number {
  const elapsedMs = now.getTime() - Date.parse(job.metadata.creationTimestamp) - suspendedMs(suspension, now);
  return Math.max(0, overallTimeoutMinutes[job.spec.type] * 60_000 - elapsedMs);
}
