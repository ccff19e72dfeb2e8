import type { ObjectKey } from '../../store/port.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import type { PipelineDeps } from './deps.ts';
import { gather, type PipelineMemory } from './gather.ts';
import { LedgerUnavailable } from './ledger-circuit-breaker.ts';

/** In case the watch never shows what we wait for. */
const soonMs = 100;
/** Until the ledger is asked again. It is no failure of the job: it has no back-off and is not logged for each. */
const ledgerRetryMs = 500;

/** Bring one job as far as it can go now. Tells when to look again at the latest. */
export async function reconcile(
  key: ObjectKey,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<{ requeueAfterMs?: number }> {
  try {
    // What is to be done at once does not wait for its turn behind others: a charge that is retired is noted before the next
    // job is looked at. An account can name few that are not (`retiringMax`); beyond that its jobs wait for one another.
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
  if (gathered.kind === 'stale') return soonMs;
  const decision = decide(gathered.seen, deps.clock.now(), deps.config);
  const applied = await apply(gathered.seen, decision, deps, memory);
  return applied === 'conflict' ? soonMs : decision.requeueAfterMs;
}
