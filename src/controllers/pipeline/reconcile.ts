import type { ObjectKey } from '../../objects/object-key.ts';
import { accountOf } from '../../domain/account-of.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { inTrace } from '../../tracing/current-trace.ts';
import { admit } from './admit.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import { pauseTimeout } from './halt.ts';
import { gather, isOpen, type PipelineMemory } from './gather.ts';
import { LedgerUnavailable } from './ledger-circuit-breaker.ts';
import { needsOfStage } from './stage-models.ts';

/** Delay in milliseconds before the next reconcile of a job if the cache does not show an expected write yet. */
const rereadMs = 100;
/**
 * Delay in milliseconds before the ledger is asked again. An unavailable ledger is not a failure of the job, so the
 * delay does not grow, and nothing is logged for the job.
 */
const ledgerRetryMs = 500;

/** Delay in milliseconds before a job is reconciled again while all jobs wait. */
const haltedRetryMs = 5_000;

/**
 * Advances one job as far as possible in four steps: `gather` reads facts, `admit` reserves credits and a slot (place
 * for one running job), `decide` computes the next step, and `apply` writes. Returns the maximum delay in milliseconds
 * before the next reconcile. While all jobs wait for a lost ledger or their files, only pauses the overall timeout: no
 * stage is launched, no phase changes and no file is deleted.
 */
export async function reconcile(
  key: ObjectKey,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<{ requeueAfterMs?: number }> {
  if (deps.isHalted?.() === true) {
    await pauseTimeout(key, deps, memory);
    return { requeueAfterMs: haltedRetryMs };
  }
  try {
    // The second pass follows at once instead of going through the queue, so that the charge of a deleted job is
    // recorded on its AdJob before the next job of the account is reconciled. The account's status can list only
    // `retiringMax` charges that are not recorded yet. With more such charges, the account's status is no longer
    // updated from the ledger, which delays the deletion of the account's jobs.
    const first = await pass(key, deps, memory);
    const requeueAfterMs = first === 0 ? await pass(key, deps, memory) : first;
    return requeueAfterMs === undefined ? {} : { requeueAfterMs };
  } catch (error) {
    if (error instanceof LedgerUnavailable) return { requeueAfterMs: ledgerRetryMs };
    throw error;
  }
}

/** Takes note of stages that cannot start, because further jobs with such a stage must wait. */
export function noteWaits(job: AdJob, attempts: readonly AttemptObservation[], memory: PipelineMemory): void {
  const { uid, namespace, name } = job.metadata;
  const queueName = memory.accountKeys.queueName(accountOf(job));
  const held = { key: { namespace, name }, uid, type: job.spec.type, queueName };
  if (isOpen(job)) memory.startHold.observe(held, job.status?.stages ?? [], attempts);
  else memory.startHold.observe(held, [], []);
}

async function pass(key: ObjectKey, deps: PipelineDeps, memory: PipelineMemory): Promise<number | undefined> {
  const gathered = await gather(key, deps, memory);
  if (gathered.kind === 'gone') return undefined;
  if (gathered.kind === 'stale') return rereadMs;
  noteWaits(gathered.facts.job, gathered.facts.attempts, memory);
  const seen = await admit(gathered.facts, deps, memory);
  if (seen === 'grants-pending') return ledgerRetryMs;
  const decision = decideWithModels(seen, deps, memory);
  const applied = await inTrace(deps.traces?.of(seen), () => apply(seen, decision, deps, memory));
  return applied === 'conflict' ? rereadMs : decision.requeueAfterMs;
}

/**
 * Decides the next step of a job. If a model of the stage to launch is busy, decides again without the launch: the gate
 * enqueues the job when it has its turn.
 */
function decideWithModels(input: DecisionInput, deps: PipelineDeps, { gate }: PipelineMemory): Decision {
  const now = deps.clock.now();
  const decision = decide(input, now, deps.config);
  const launched = decision.launches.find(({ redraw }) => redraw === undefined);
  if (launched === undefined) return decision;
  const isFree = gate.mayUse(input.job.metadata.uid, needsOfStage(input.job, launched.stage, deps));
  return isFree ? decision : decide({ ...input, isModelBusy: true }, now, deps.config);
}
