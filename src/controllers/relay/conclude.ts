import { adJobKind } from '../../domain/kinds.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import { jobError } from '../../errors/job-errors.ts';
import type { Intent } from '../../ledger/port.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { RelayDeps } from './deps.ts';
import { failedRecord } from './failed-record.ts';
import type { Refusal } from './next-step.ts';

/** How often a record is read again to see whether its callback is closed. */
const deliveryLookMs = 60_000;

/**
 * Give a job up: its hold is released, then its record is written, then the intent goes.
 *
 * Guarantee: cut off after any line, whoever lists the intent again goes on from there; the first error stays. One whose
 * object was seen is left to that object. Returns when to look again at the earliest; undefined: at the next pass.
 */
export async function giveUp(
  intent: Intent,
  { code, sentence }: Refusal,
  deps: RelayDeps,
): Promise<number | undefined> {
  const { jobId, account } = intent;
  const { intents } = deps.ledger;
  const ended = await intents.end(jobId, jobError(code, sentence));
  if (ended === 'bound') return dropIfGone(intent, deps);
  const kept = await intents.get(jobId);
  if (kept === undefined) return undefined; // aborted meanwhile, or another relay has concluded it
  if (kept.error === undefined) throw new Error('The ledger has an intent of this job, but no hold for it.');
  deps.logger.info({ jobId, account, error: kept.error }, 'gave up a job whose object was never made');
  return conclude(kept, kept.error, deps);
}

/** A record that is there stays as it is: it may have been delivered. */
export async function conclude(intent: Intent, error: string, deps: RelayDeps): Promise<number | undefined> {
  const { archive, clock, requiredCredits, ledger } = deps;
  const { jobId } = intent;
  let record = await archive.get(jobId);
  if (record === undefined) {
    record = failedRecord(intent, error, { now: clock.now(), requiredCredits });
    await archive.put(record);
  }
  if (!isCallbackClosed(record.callbackUrl, record.delivery)) return deliveryLookMs;
  await ledger.intents.drop(jobId);
  return undefined;
}

/** Its object was seen. As long as that is there, a cancellation may be waiting in the intent for it. */
async function dropIfGone(intent: Intent, { store, ledger }: RelayDeps): Promise<undefined> {
  if ((await store.get(adJobKind, objectKeyOf(intent))) === undefined) await ledger.intents.drop(intent.jobId);
}

/** Where the object of an intent is, or would be. */
export function objectKeyOf({ jobId, account }: Intent): ObjectKey {
  return { namespace: account.namespace, name: jobId };
}
