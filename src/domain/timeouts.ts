import type { AdJob, JobType } from '../schema/adjob.ts';

/** Time limit for a job of each type, from its creation until it finishes. Time spent waiting counts. */
export const overallTimeoutMinutes: Record<JobType, number> = { image_ad: 30, video_ad: 45 };

type Suspension = { seconds: number; since?: string | undefined } | undefined;

/** Returns the total time for which a job has been suspended, including a suspension that still lasts. */
export function suspendedMs(suspension: Suspension, now: Date): number {
  if (suspension === undefined) return 0;
  const runningMs = suspension.since === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(suspension.since));
  return suspension.seconds * 1000 + runningMs;
}

/**
 * Returns the remaining part of the overall timeout, at least 0. The timeout does not run while the job is suspended.
 */
export function timeLeftMs(job: Pick<AdJob, 'metadata' | 'spec'>, suspension: Suspension, now: Date): number {
  const elapsedMs = now.getTime() - Date.parse(job.metadata.creationTimestamp) - suspendedMs(suspension, now);
  return Math.max(0, overallTimeoutMinutes[job.spec.type] * 60_000 - elapsedMs);
}
