import type { ObjectKey } from '../../objects/object-key.ts';
import { admit } from './admit.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import type { PipelineDeps } from './deps.ts';
import { gather, type PipelineMemory } from './gather.ts';
import { LedgerUnavailable } from './ledger-circuit-breaker.ts';

/** Delay before the next pass if the watch does not show the awaited write yet. */
const rereadMs = 100;
/**
 * Delay before the ledger is asked again. An unavailable ledger is not a failure of the job, so the job gets no backoff
 * and no log line.
 */
const ledgerRetryMs = 500;

/**
 * Advances one job as far as possible: gather (reads only), admit (reserves credits and a slot), decide (pure), apply.
 * Returns the maximum delay before the next pass.
 */
export async function reconcile(
  key: ObjectKey,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<{ requeueAfterMs?: number }> {
  try {
    // A second pass follows at once instead of going through the queue, so that a retired charge is recorded before the
    // next job of the account is reconciled. The ledger keeps only `retiringMax` unrecorded retirements for an account;
    // more of them block the jobs of the account.
    const first = await pass(key, deps, memory);
    const requeueAfterMs = first === 0 ? await pass(key, deps, memory) : first;
    return requeueAfterMs === undefined ? {} : { requeueAfterMs };
  } catch (error) {
    if (error instanceof LedgerUnavailable) return { requeueAfterMs: ledgerRetryMs };
    throw error;
  }
}

async function pass(key: ObjectKey, deps: PipelineDeps, memory: PipelineMemory): Promise<number | undefined> {
  const gathered = await gather(key, deps, memory);
  if (gathered.kind === 'gone') return undefined;
  if (gathered.kind === 'stale') return rereadMs;
  const seen = await admit(gathered.facts, deps, memory);
  if (seen === 'grants-pending') return ledgerRetryMs;
  const decision = decide(seen, deps.clock.now(), deps.config);
  const applied = await apply(seen, decision, deps, memory);
  return applied === 'conflict' ? rereadMs : decision.requeueAfterMs;
}
