import { adJobKind } from '../../domain/kinds.ts';
import { jobError } from '../../errors/job-errors.ts';
import type { Intent } from '../../ledger/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { RelayDeps } from './deps.ts';
import { failedRecord } from './failed-record.ts';
import type { Refusal } from './next-step.ts';

/**
 * Gives up a job: releases its reserved credits, writes an archive record with the error, then deletes the intent. A
 * job that already has an AdJob is not given up. Returns the delay in milliseconds before the intent is handled again;
 * undefined means in the next pass of the relay. Guarantee: after a crash at any line, the next pass continues from
 * there, and the first error is kept.
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
  const endedIntent = await intents.get(jobId);
  // The ledger has no record of the job any more: another process has given up the job, or the API has revoked its
  // acceptance.
  if (endedIntent === undefined) return undefined;
  if (endedIntent.error === undefined) throw new Error('The ledger has an accepted job without reserved credits.');
  deps.logger.info(
    { jobId, account, error: endedIntent.error },
    'gave up on an accepted job without an AdJob; the job ends FAILED',
  );
  return conclude(endedIntent, endedIntent.error, deps);
}

/**
 * Writes the archive record of a job that was given up, and an open delivery if the job has a callback, then drops the
 * intent. An existing record and delivery are kept, because the callback may already be sent.
 */
export async function conclude(intent: Intent, error: string, deps: RelayDeps): Promise<number | undefined> {
  const { archive, clock, requiredCredits, ledger } = deps;
  const { jobId } = intent;
  const record = failedRecord(intent, error, { now: clock.now(), requiredCredits });
  await archive.add(record);
  if (record.callbackUrl !== undefined) {
    await archive.openDelivery(record);
    deps.onOpenCallback(record);
  }
  await ledger.intents.drop(jobId);
  return undefined;
}

/**
 * Deletes the intent if the job's AdJob is gone. While the AdJob exists, the intent stays, because it may contain a
 * cancellation that must still be copied to the AdJob.
 */
async function dropIfGone(intent: Intent, { store, ledger }: RelayDeps): Promise<undefined> {
  if ((await store.get(adJobKind, objectKeyOf(intent))) === undefined) await ledger.intents.drop(intent.jobId);
}

export function objectKeyOf({ jobId, account }: Intent): ObjectKey {
  return { namespace: account.namespace, name: jobId };
}
