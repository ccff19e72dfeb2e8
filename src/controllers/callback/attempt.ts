import { afterAbandonment, afterAttempt, failureText, waitMs, type AttemptResult } from '../../domain/delivery.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import { exponentialMs } from '../../runtime/backoff.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { inTrace } from '../../tracing/current-trace.ts';
import type { ClaimAddress } from '../../webhooks/port.ts';
import { recordAttempt, traceOfCallback } from './attempt-span.ts';
import type { CallbackDeps } from './deps.ts';
import type { CallbackStore, DeliveryCondition, SentCallback } from './callback-store.ts';
import type { MissingAccounts } from './missing-accounts.ts';

/**
 * Delay in milliseconds before the account and its signing secret are read again, if a callback could not be signed.
 */
const secretRetryMs = 60_000;
/**
 * Time in milliseconds for which an account must be missing before its callbacks are abandoned. An account may be
 * missing for some minutes, for example while a backup is restored.
 */
const accountGraceMs = 15 * 60_000;
/** Delay in milliseconds before a callback is handled again while all callbacks wait. */
const haltedRetryMs = 5_000;
const storeBackoff = { baseMs: 1_000, maxMs: 60_000 };

/**
 * Result of handling a callback. `done`: an attempt was made, or none is needed. `busy`: all connections to the address
 * of the receiver are in use. `retryAfterMs`: delay in milliseconds before the callback is handled again; `isDue` is
 * true if an attempt was due but could not be made.
 */
export type Attempted = 'done' | 'busy' | { retryAfterMs: number; isDue: boolean };

export interface AttemptContext {
  callbacks: CallbackStore;
  deps: CallbackDeps;
  missingAccounts: MissingAccounts;
  claim: ClaimAddress;
  /** Frees the slot of this attempt for another callback. Called once the connection to the receiver has ended. */
  freeSlot: () => void;
  signal: AbortSignal;
}

/**
 * Makes one attempt to deliver a callback, and stores the result. The slot of the attempt is freed before the result is
 * stored, so that a slow store delays no other callback.
 *
 * Guarantee: after a crash at any line, the next attempt has the same `webhook-id` and body, and at most one attempt is
 * repeated. While the result cannot be stored, the callback is not sent again. A callback is never sent unsigned:
 * without a usable secret it waits, and no attempt counts; without its account it is abandoned after 15 minutes.
 */
export async function attempt(key: ObjectKey, context: AttemptContext): Promise<Attempted> {
  const sent = await send(key, context);
  if (!(typeof sent === 'object' && 'result' in sent)) return sent;
  context.freeSlot();
  const { callbacks, deps } = context;
  const { callback, result, startedAt } = sent;
  deps.metrics.attempted(result.outcome);
  const times = { startedAt, now: deps.clock.now(), random: deps.random() };
  const after = await untilStored(context, () =>
    callbacks.save(key, callback, (before) => {
      const delivery = afterAttempt(before, result, times);
      return { delivery, condition: conditionOf(delivery, result) };
    }),
  );
  const trace = traceOfCallback(callback, deps.tracing);
  if (trace !== undefined) recordAttempt(callback, { result, startedAt }, trace);
  inTrace(trace, () => {
    report(callback, { result, after }, deps);
  });
  return 'done';
}

/** Result for a callback URL with http if the installation allows only https. Nothing is sent to such a URL. */
const httpRefused: AttemptResult = { outcome: 'failed', error: 'url_not_allowed', latencyMs: 0 };

/**
 * Stores the result of an attempt. Retries until the result is stored, the signal aborts, or this process is no longer
 * the leader.
 */
async function untilStored<R>({ deps, signal }: AttemptContext, store: () => Promise<R>): Promise<R> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await store();
    } catch (error) {
      if (error instanceof NotLeadingError || signal.aborted) throw error;
      deps.logger.warn({ err: error }, 'failed to store the result of a callback; retrying with backoff');
      await deps.clock.sleep(exponentialMs(failures, storeBackoff), signal);
    }
  }
}

interface Sent {
  callback: SentCallback;
  result: AttemptResult;
  startedAt: Date;
}

async function send(key: ObjectKey, context: AttemptContext): Promise<Sent | Attempted> {
  const { callbacks, deps, missingAccounts, claim, signal } = context;
  const { clock, sender } = deps;
  if (deps.isHalted?.() === true) return { retryAfterMs: haltedRetryMs, isDue: true };
  const loaded = await callbacks.load(key);
  if (loaded === undefined) return 'done';
  const { body, ...callback } = loaded;
  const retryAfterMs = waitMs(callback.delivery, clock.now());
  if (retryAfterMs > 0) return { retryAfterMs, isDue: false };
  const keys = await deps.signingKeys(callback.account);
  if (keys === undefined || keys.length === 0) return waitForSecret(key, callback, context);
  missingAccounts.markPresent(callback.account);
  const startedAt = clock.now();
  const { jobId: id, url } = callback;
  const account = keyText(callback.account);
  const isRefused = !deps.allowHttp && !url.startsWith('https:');
  const result = isRefused ? httpRefused : await sender.send({ id, account, url, body, keys }, claim, signal);
  return result === 'address-busy' ? 'busy' : { callback, result, startedAt };
}

/** Delays a callback that cannot be signed, or abandons the callback if its account does not exist any more. */
async function waitForSecret(
  key: ObjectKey,
  callback: SentCallback,
  { callbacks, deps, missingAccounts }: AttemptContext,
): Promise<Attempted> {
  const missingMs = await missingAccounts.missingMs(callback.account);
  if (missingMs === undefined || missingMs < accountGraceMs) {
    const condition = missingMs === undefined ? secretMissing : accountMissing;
    await callbacks.save(key, callback, (delivery) => ({ delivery, condition }));
    return { retryAfterMs: secretRetryMs, isDue: true };
  }
  const after = await callbacks.save(key, callback, (before) => ({
    delivery: afterAbandonment(before),
    condition: abandoned,
  }));
  if (after === undefined) return 'done';
  const { jobId, account } = callback;
  deps.logger.warn({ jobId, account }, 'abandoned a callback; its account does not exist');
  deps.metrics.ended('abandoned', undefined);
  return 'done';
}

const secretMissing: DeliveryCondition = {
  status: 'False',
  reason: 'SecretMissing',
  message: 'The account has no usable signing secret, so the callback is not sent yet.',
};

const accountMissing: DeliveryCondition = {
  status: 'False',
  reason: 'AccountMissing',
  message: 'The account does not exist, so the callback cannot be signed. It is abandoned after 15 minutes.',
};

const abandoned: DeliveryCondition = {
  status: 'False',
  reason: 'Abandoned',
  message: 'The account does not exist, so the callback could not be signed.',
};

function conditionOf(
  { state, attempts = 0, nextAttemptTime = '', replays = [] }: DeliveryStatus,
  result: AttemptResult,
): DeliveryCondition {
  const attempted = `Attempt ${attempts} to deliver the callback ${failureText(result)}`;
  if (state === 'delivered') {
    const replay = replays.at(-1);
    const when = replay === undefined ? '' : ` after the replay at ${replay}`;
    return { status: 'True', reason: 'Delivered', message: `The receiver accepted the callback${when}.` };
  }
  if (state === 'gone') {
    return {
      status: 'False',
      reason: 'Gone',
      message: 'The receiver answered 410, so the callback is not sent again.',
    };
  }
  if (state === 'gave_up') {
    const message = `${attempted}. No further attempt is made, unless a replay is requested.`;
    return { status: 'False', reason: 'GaveUp', message };
  }
  return { status: 'False', reason: 'Retrying', message: `${attempted}. The next attempt is at ${nextAttemptTime}.` };
}

/** Logs the stored result of an attempt, and counts the delivery in the metrics if it has ended. */
function report(
  { jobId, account, url, endMs }: SentCallback,
  { result, after }: { result: AttemptResult; after: DeliveryStatus | undefined },
  { logger, metrics, clock }: CallbackDeps,
): void {
  const { outcome, status, error, latencyMs } = result;
  const receiver = URL.parse(url)?.origin; // the path and the query may contain a secret
  const { attempts: attempt, nextAttemptTime } = after ?? {};
  const fields = { jobId, account, receiver, outcome, status, error, latencyMs, attempt, nextAttemptTime };
  if (outcome === 'delivered') logger.debug(fields, 'delivered a callback');
  else if (after?.state === 'pending') logger.info(fields, 'failed to deliver a callback; retrying later');
  else logger.warn(fields, 'failed to deliver a callback; not retrying');
  if (after === undefined || after.state === 'pending') return;
  const isReplay = after.attemptsBeforeReplay !== undefined;
  metrics.ended(after.state, isReplay ? undefined : Math.max(0, clock.now().getTime() - endMs) / 1_000);
}
