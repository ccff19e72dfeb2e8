import type { AdJob, DeliveryAttempt, DeliveryStatus } from '../schema/adjob.ts';
import { replayAnnotation } from './labels.ts';
import { timestamp } from './timestamp.ts';
import { firstUnits } from './whole-characters.ts';

/**
 * Reason why an attempt to deliver a callback failed.
 * - `url_not_allowed`: the URL, or an address of its host, is refused.
 * - `unreachable`: no connection, for a reason that has no error code in this list.
 * - `proxy_error`: no connection to the proxy, or the proxy refused the request.
 * - `connection_reset`: the receiver closed the connection before the status line of its response.
 * - `tls`: no secure connection, for example because of an expired certificate.
 * - `bad_response`: the response has no final status of HTTP.
 */
export type DeliveryError =
  | 'url_not_allowed'
  | 'not_resolved'
  | 'unreachable'
  | 'proxy_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls'
  | 'timed_out'
  | 'bad_response'
  | 'redirected'
  | 'bad_status'
  | 'gone';

/**
 * Result of one attempt to deliver a callback. For the error `proxy_error`, `status` is the status code that the proxy
 * returned; otherwise it comes from the receiver. `retryAfterMs` is the delay that the receiver requests by the
 * response header `Retry-After`.
 */
export interface AttemptResult {
  outcome: DeliveryAttempt['outcome'];
  latencyMs: number;
  status?: number;
  error?: DeliveryError;
  responseExcerpt?: string;
  retryAfterMs?: number;
}

/** Returns a clause that says how an attempt failed, such as `was answered with status 502`. */
export function failureText({
  status,
  error = '',
}: {
  status?: number | undefined;
  error?: string | undefined;
}): string {
  if (status === undefined) return `failed (${error})`;
  return `was answered ${error === 'proxy_error' ? 'by the proxy ' : ''}with status ${status}`;
}

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/**
 * Delays in milliseconds between the ten attempts of a delivery. Each delay starts at the end of the previous attempt.
 */
export const retryDelaysMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
] as const;
const retryAfterMaxMs = 24 * hours;
/**
 * Maximum share of a retry delay that is added or subtracted at random. It keeps the retries of many callbacks from
 * happening at the same time.
 */
const jitter = 0.2;
/**
 * Maximum delay in milliseconds between two attempts to deliver a callback. A second is added, because the time of an
 * attempt is rounded to seconds.
 */
const waitMaxMs = 24 * hours * (1 + jitter) + seconds;

/** Maximum number of attempts that the status of an AdJob lists. Older attempts are removed from the list. */
const attemptsListed = 20;
/** Maximum number of replays (requests to send the callback again) that the status of an AdJob lists. */
export const replaysListed = 10;

/** Maximum number of characters that are read from a replay annotation. Further characters are ignored. */
const requestCharactersMax = 253;

/** Delivery of a callback that was not tried yet. */
export const unsent: DeliveryStatus = { state: 'pending' };

/** Returns the time of the next attempt, in milliseconds since 1970; 0 if the next attempt is due at once. */
export function dueMs({ nextAttemptTime }: DeliveryStatus): number {
  return nextAttemptTime === undefined ? 0 : Date.parse(nextAttemptTime);
}

/**
 * Returns the delay in milliseconds until the next attempt; 0 if it is due. If the time is further away than any delay
 * allows, a wrong clock has computed it, and the attempt counts as due.
 */
export function waitMs(delivery: DeliveryStatus, now: Date): number {
  const delayMs = dueMs(delivery) - now.getTime();
  return delayMs > waitMaxMs ? 0 : Math.max(0, delayMs);
}

/**
 * Returns the state of a callback's delivery after an attempt: delivered; gone (the receiver answered 410); gave_up
 * after the last attempt; or pending, with the time of the next attempt. `random` is a random number from 0 to 1, which
 * varies the delay.
 */
export function afterAttempt(
  before: DeliveryStatus,
  result: AttemptResult,
  { startedAt, now, random }: { startedAt: Date; now: Date; random: number },
): DeliveryStatus {
  const { nextAttemptTime: _, ...kept } = before;
  const attempts = (before.attempts ?? 0) + 1;
  const entry = { attempt: attempts, time: timestamp(startedAt), ...listed(result) };
  const deliveries = [...(before.deliveries ?? []), entry].slice(-attemptsListed);
  const after = { ...kept, attempts, deliveries };
  if (result.outcome !== 'failed') return { ...after, state: result.outcome };
  const delayMs = retryDelaysMs[attempts - (before.attemptsBeforeReplay ?? 0) - 1];
  if (delayMs === undefined) return { ...after, state: 'gave_up' };
  // The AdJob's status stores the time in whole seconds. The time is rounded to a second that is within the random
  // range of the delay.
  const inSeconds = (afterMs: number): number => (now.getTime() + afterMs) / seconds;
  const planned = Math.ceil(inSeconds(delayMs * (1 + jitter * (2 * random - 1))));
  const latest = Math.floor(inSeconds(delayMs * (1 + jitter)));
  const asked = Math.ceil(inSeconds(Math.min(result.retryAfterMs ?? 0, retryAfterMaxMs)));
  const next = new Date(Math.max(Math.min(planned, latest), asked) * seconds);
  return { ...after, state: 'pending', nextAttemptTime: timestamp(next) };
}

/** Returns the state of the delivery of a callback that can never be sent. */
export function afterAbandonment({ nextAttemptTime: _, ...before }: DeliveryStatus): DeliveryStatus {
  return { ...before, state: 'abandoned' };
}

function listed({ retryAfterMs: _, ...entry }: AttemptResult): Omit<DeliveryAttempt, 'attempt' | 'time'> {
  return entry;
}

/**
 * Returns the value of the annotation that requests a replay (to send the callback again). Returns undefined if the
 * controller has already handled that value, or if the job has no callback.
 */
export function replayRequest({ metadata, spec, status }: AdJob): string | undefined {
  if (spec.callbackUrl === undefined) return undefined;
  const annotation = metadata.annotations?.[replayAnnotation];
  const request = annotation && firstUnits(annotation, requestCharactersMax);
  return request === status?.delivery?.replayRequest ? undefined : request;
}

/**
 * Returns the delivery state of a job's callback. A requested replay that the controller has not handled yet is
 * included. Returns undefined if the job has no callback.
 */
export function deliveryOf(job: AdJob, now: Date): DeliveryStatus | undefined {
  if (job.spec.callbackUrl === undefined) return undefined;
  const delivery = job.status?.delivery ?? unsent;
  const request = replayRequest(job);
  return request === undefined ? delivery : afterReplay(delivery, request, now);
}

/**
 * Returns the delivery state of a callback after a request for a replay (to send it again). If a delivery is in
 * progress, its next attempt becomes due at once. If the delivery has ended, ten new attempts begin.
 *
 * `request` is the value of the replay annotation, usually a list of times. Each time that the previously handled value
 * does not contain counts as one replay.
 */
export function afterReplay(before: DeliveryStatus, request: string, now: Date): DeliveryStatus {
  const { nextAttemptTime: _, ...kept } = before;
  const added = newTimes(request, before.replayRequest).map(() => timestamp(now));
  const replays = [...(before.replays ?? []), ...added].slice(-replaysListed);
  const asked = { ...kept, replayRequest: request, replays };
  if (before.state === 'pending') return asked;
  return { ...asked, state: 'pending', attemptsBeforeReplay: before.attempts ?? 0 };
}

/** Returns the items of the comma-separated list `request` that the list `handled` does not contain. */
export function newTimes(request: string, handled = ''): string[] {
  const known = new Set(handled.split(','));
  return request.split(',').filter((time) => !known.has(time));
}
