import { accountOf } from '../../domain/account-of.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isStoreError } from '../../store/port.ts';
import type { PipelineDeps } from './deps.ts';
import type { PipelineMemory } from './gather.ts';
import type { Action, Seen } from './seen.ts';

/**
 * Charge or release, as the status was accepted. The ledger does it once, however often it is asked. Throws `LedgerAway`:
 * then it is still to be done.
 */
export async function closeHold(
  { job, jobId }: Seen,
  as: Extract<Action, { kind: 'close-hold' }>['as'],
  { logger }: PipelineDeps,
  { ledger, holds }: PipelineMemory,
): Promise<void> {
  const { uid } = job.metadata;
  const closed = await ledger.ask((books) => (as === 'charge' ? books.settle(jobId, uid) : books.release(jobId, uid)));
  holds.closed(job.metadata);
  // A job that was refused never had a hold.
  if (closed === 'contradiction' || (closed === 'unknown' && as === 'charge')) {
    logger.warn({ jobId, uid, as, closed }, 'the ledger knows another end of this job, or no job of this id');
  }
}

/** What the ledger and the accounts are told beside the end of a job. */
export async function keepBooks(
  { job, jobId }: Seen,
  action: Action,
  { clock, expectMirror }: PipelineDeps,
  { ledger, holds }: PipelineMemory,
): Promise<void> {
  const { uid } = job.metadata;
  const { kind } = action;
  if (kind === 'drop-intent') await ledger.ask(({ intents }) => intents.drop(jobId));
  if (kind === 'retire') {
    const at = await ledger.ask((books) => books.retire(jobId, uid));
    holds.retired(uid, at, clock.monotonicMs());
  }
  if (kind === 'confirm-note') {
    await ledger.ask((books) => books.noted(jobId, action.at));
    holds.confirmed(uid, action.at);
  }
  if (kind === 'expect-copy') expectMirror(accountOf(job));
}

/** The credits of a job that was gone before anybody could write that it was admitted. */
export async function takeBackHold({ job, jobId }: Seen, { ledger }: PipelineMemory): Promise<void> {
  const { uid } = job.metadata;
  await ledger.ask((books) => books.release(jobId, uid));
  await ledger.ask((books) => books.retire(jobId, uid));
}

/** The object itself, never another of the same name. */
export async function deleteObject({ job }: Seen, { store, logger }: PipelineDeps): Promise<void> {
  const { namespace, name, uid } = job.metadata;
  logger.info({ namespace, name, uid }, 'a job that was given up is deleted: its client was told so');
  try {
    await store.delete(adJobKind, job.metadata, { preconditions: { uid } });
  } catch (error) {
    if (!isStoreError(error, 'NotFound', 'Conflict')) throw error;
  }
}
