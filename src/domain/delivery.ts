import type { AdJob, DeliveryAttempt, DeliveryStatus } from '../schema/adjob.ts';
import { replayAnnotation } from './labels.ts';
import { timestamp } from './timestamp.ts';

/**
 * Why an attempt to deliver a callback failed. `url_not_allowed`: the URL, or an address of its host, is refused.
 * `unreachable`: no connection, for another reason than those that follow. `connection_reset`: the receiver closed the
 * connection before its response. `tls`: no secure connection, such as for an expired certificate. `bad_response`: not
 * HTTP, or headers above 16 KiB.
 */
export type DeliveryError =
  | 'url_not_allowed'
  | 'not_resolved'
  | 'unreachable'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls'
  | 'timed_out'
  | 'bad_response'
  | 'redirected'
  | 'bad_status'
  | 'gone';

/** Result of one attempt to deliver a callback. `retryAfterMs` is the delay that `Retry-After` of the response asks for. */
export interface AttemptResult {
  outcome: DeliveryAttempt['outcome'];
  latencyMs: number;
  status?: number;
  error?: DeliveryError;
  responseExcerpt?: string;
  retryAfterMs?: number;
}

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Delays between the ten attempts of a delivery, each counted from the end of the attempt before. */
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
/** Largest part of a delay that is added or subtracted at random, so that retries do not come all at once. */
const jitter = 0.2;

/** Number of attempts that the status lists. */
const attemptsListed = 20;
/** Number of replays that the status lists. */
export const replaysListed = 10;

/** Maximum length of the value of a replay annotation; the rest is ignored. */
const requestCharactersMax = 253;

/** Delivery of a callback that was not tried yet. */
export const unsent: DeliveryStatus = { state: 'pending' };

/** Returns the time of the next attempt, in milliseconds since 1970; 0 if the next attempt is due at once. */
export function dueMs({ nextAttemptTime }: DeliveryStatus): number {
  return nextAttemptTime === undefined ? 0 : Date.parse(nextAttemptTime);
}

/**
 * Returns the delivery after an attempt: delivered, gone (the receiver answered 410), gave_up after the last attempt, or
 * pending with the time of the next attempt. `random` is from 0 to 1.
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
  const waitMs = Math.max(
    delayMs * (1 + jitter * (2 * random - 1)),
    Math.min(result.retryAfterMs ?? 0, retryAfterMaxMs),
  );
  // Rounded up to whole seconds, as the status stores them, so that the next attempt is never early.
  const next = new Date(Math.ceil((now.getTime() + waitMs) / seconds) * seconds);
  return { ...after, state: 'pending', nextAttemptTime: timestamp(next) };
}

function listed({ retryAfterMs: _, ...entry }: AttemptResult): Omit<DeliveryAttempt, 'attempt' | 'time'> {
  return entry;
}

/** Returns the value of the annotation that asks for a replay, or undefined if that value was handled already. */
export function replayRequest({ metadata, status }: Pick<AdJob, 'metadata' | 'status'>): string | undefined {
  const request = metadata.annotations?.[replayAnnotation]?.slice(0, requestCharactersMax);
  return request === status?.delivery?.replayRequest ? undefined : request;
}

/**
 * Returns the delivery of a job with its unhandled request for a replay applied, or undefined if the job has no
 * callback.
 */
export function deliveryOf(job: AdJob, now: Date): DeliveryStatus | undefined {
  if (job.spec.callbackUrl === undefined) return undefined;
  const delivery = job.status?.delivery ?? unsent;
  const request = replayRequest(job);
  return request === undefined ? delivery : afterReplay(delivery, request, now);
}

/**
 * Returns the delivery after a request to replay the callback. While attempts are open, the next attempt becomes due at
 * once and nothing else changes. After the end, ten new attempts begin. `request` is the value of the annotation that
 * asks for the replay: the same value counts once. In a list of times, each time that is not in the request handled
 * before counts as one replay.
 */
export function afterReplay(before: DeliveryStatus, request: string, now: Date): DeliveryStatus {
  const { nextAttemptTime: _, ...kept } = before;
  const added = newTimes(request, before.replayRequest).map(() => timestamp(now));
  const replays = [...(before.replays ?? []), ...added].slice(-replaysListed);
  const asked = { ...kept, replayRequest: request, replays };
  if (before.state === 'pending') return asked;
  return { ...asked, state: 'pending', attemptsBeforeReplay: before.attempts ?? 0 };
}

/** Returns the items of a list, separated by commas, that are not in the other list. */
export function newTimes(request: string, handled = ''): string[] {
  const known = new Set(handled.split(','));
  return request.split(',').filter((time) => !known.has(time));
}
