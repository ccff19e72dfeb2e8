import { accountOf } from '../../domain/account-of.ts';
import { withSpan } from '../../tracing/current-trace.ts';
import type { Money } from './decision.ts';
import type { PipelineDeps } from './deps.ts';
import type { PipelineMemory } from './gather.ts';
import type { DecisionInput } from './decision-input.ts';

/**
 * Charges or releases the reserved credits of a job after its final status was written. The ledger does this only once
 * per job, even if the call is repeated. Throws `LedgerUnavailable`; the credits then stay reserved until a later
 * reconcile.
 */
export async function closeHold(
  { job, jobId }: DecisionInput,
  close: Money['close'],
  { logger }: PipelineDeps,
  { ledger, settlements }: PipelineMemory,
): Promise<void> {
  if (close === undefined) return;
  const { uid } = job.metadata;
  const closed = await withSpan(`${close} credits`, () =>
    ledger.call((each) => (close === 'settle' ? each.settle(jobId, uid) : each.release(jobId, uid))),
  );
  settlements.closed(job.metadata);
  // For a refused job, no credits were ever reserved, so the ledger answers `unknown` to their release.
  if (closed === 'contradiction' || (closed === 'unknown' && close === 'settle')) {
    logger.warn(
      { jobId, uid, close, closed },
      'the ledger did not charge or release the credits of this job: none were reserved, or it had already done the opposite',
    );
  }
}

export async function applyMoney(
  { job, jobId }: DecisionInput,
  { dropIntent, retire, confirmRetirement: position, expectCopy }: Money,
  { clock, expectMirror }: PipelineDeps,
  { ledger, settlements }: PipelineMemory,
): Promise<void> {
  const { uid } = job.metadata;
  if (dropIntent === true) await ledger.call(({ intents }) => intents.drop(jobId));
  if (retire === true) {
    const at = await ledger.call((each) => each.retire(jobId, uid));
    settlements.retired(uid, at, clock.monotonicMs());
  }
  if (position !== undefined) {
    await ledger.call((each) => each.noted(jobId, position));
    settlements.confirmed(uid, position);
  }
  if (expectCopy === true) expectMirror(accountOf(job));
}

export async function releaseDeleted({ job, jobId }: DecisionInput, { ledger }: PipelineMemory): Promise<void> {
  const { uid } = job.metadata;
  await ledger.call((each) => each.release(jobId, uid));
  await ledger.call((each) => each.retire(jobId, uid));
}
