import type { AdJob } from '../schema/adjob.ts';
import { newTimes, replayRequest, replaysListed } from './delivery.ts';
import { archivedAnnotation } from './labels.ts';
import { isTerminal } from './terminal.ts';

/** Maximum number of replays (requests to send the callback again) of one job within an hour. */
export const replaysPerHour = 10;
const hourMs = 3_600_000;
/**
 * Maximum number of milliseconds by which the time of a replay may be in the future. Clocks of the API and the
 * controller differ slightly. A later time was written by a clock that was wrong, and is ignored.
 */
const clockSkewMaxMs = 60_000;

/** Decision about a request to send the callback of a job again (replay). */
export type ReplayDecision =
  | { kind: 'refused'; code: 'no_callback' | 'job_not_finished' | 'job_archived' }
  | { kind: 'limited'; retryAfterSeconds: number }
  /** The replay is allowed. `annotation` is the new value of the replay annotation. */
  | { kind: 'allowed'; annotation: string };

/**
 * Decides whether the callback of a job may be sent again.
 *
 * Guarantee: no job has more than `replaysPerHour` replays within an hour, even if the controller has not handled the
 * earlier requests yet. Therefore, the annotation lists the times of all unhandled requests, and these count too.
 */
export function decideReplay(job: AdJob, now: Date): ReplayDecision {
  if (job.spec.callbackUrl === undefined) return { kind: 'refused', code: 'no_callback' };
  if (!isTerminal(job)) return { kind: 'refused', code: 'job_not_finished' };
  if (job.metadata.annotations?.[archivedAnnotation] === 'true') return { kind: 'refused', code: 'job_archived' };
  const unhandled = unhandledTimes(job, now);
  const recent = [...(job.status?.delivery?.replays ?? []), ...unhandled]
    .map((time) => Date.parse(time))
    .filter((timeMs) => timeMs > now.getTime() - hourMs && timeMs <= now.getTime() + clockSkewMaxMs);
  const first = recent.at(-replaysPerHour);
  if (first !== undefined) return { kind: 'limited', retryAfterSeconds: secondsUntil(first + hourMs, now) };
  return { kind: 'allowed', annotation: [...unhandled, now.toISOString()].slice(-replaysListed).join(',') };
}

/**
 * Returns the times of the replay requests that the controller has not handled. If an item of the annotation is not a
 * valid time, the current time is used.
 */
function unhandledTimes(job: AdJob, now: Date): string[] {
  const request = replayRequest(job);
  const times = request === undefined ? [] : newTimes(request, job.status?.delivery?.replayRequest);
  return times.map((time) => (Number.isNaN(Date.parse(time)) ? now.toISOString() : time));
}

function secondsUntil(timeMs: number, now: Date): number {
  const seconds = Math.ceil((timeMs - now.getTime()) / 1_000);
  return Math.min(Math.max(1, seconds), hourMs / 1_000);
}
