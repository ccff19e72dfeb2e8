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
  { ledger, settlements }: PipelineMemory,
): Promise<void> {
  const { uid } = job.metadata;
  const closed = await ledger.call((ledger) =>
    as === 'charge' ? ledger.settle(jobId, uid) : ledger.release(jobId, uid),
  );
  settlements.closed(job.metadata);
  // A job that was refused never had a hold.
  if (closed === 'contradiction' || (closed === 'unknown' && as === 'charge')) {
    logger.warn({ jobId, uid, as, closed }, 'the ledger knows another end of this job, or no job of this id');
  }
}

/** What the ledger and the accounts are told beside the end of a job. */
export async function retireHold(
  { job, jobId }: Seen,
  action: Action,
  { clock, expectMirror }: PipelineDeps,
  { ledger, settlements }: PipelineMemory,
): Promise<void> {
  const { uid } = job.metadata;
  const { kind } = action;
  if (kind === 'drop-intent') await ledger.call(({ intents }) => intents.drop(jobId));
  if (kind === 'retire') {
    const at = await ledger.call((ledger) => ledger.retire(jobId, uid));
    settlements.retired(uid, at, clock.monotonicMs());
  }
  if (kind === 'confirm-note') {
    await ledger.call((ledger) => ledger.noted(jobId, action.at));
    settlements.confirmed(uid, action.at);
  }
  if (kind === 'expect-copy') expectMirror(accountOf(job));
}

/** The credits of a job that was gone before anybody could write that it was admitted. */
export async function takeBackHold({ job, jobId }: Seen, { ledger }: PipelineMemory): Promise<void> {
  const { uid } = job.metadata;
  await ledger.call((ledger) => ledger.release(jobId, uid));
  await ledger.call((ledger) => ledger.retire(jobId, uid));
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
