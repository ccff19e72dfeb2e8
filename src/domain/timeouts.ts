import { adTypeOf } from '../ads/known-types.ts';
import type { AdJob } from '../schema/adjob.ts';

/**
 * Returns the time limit in minutes for a job of a type, from its creation until it finishes. Time in the queue counts.
 * A job of an unknown type has no time, because this version can never finish it.
 */
export function overallTimeoutMinutes(type: string): number {
  return adTypeOf(type)?.overallTimeoutMinutes ?? 0;
}

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
  return Math.max(0, overallTimeoutMinutes(job.spec.type) * 60_000 - elapsedMs);
}
