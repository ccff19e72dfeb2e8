import { sum } from '../../domain/sum.ts';
import { accountOf } from '../../domain/account-of.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import type { PipelineMemory } from './gather.ts';
import type { ReservationState } from './attempt-models.ts';
import { costOf, recordsOf, storedCalls } from './model-calls.ts';
import { plannedStages, type PlannedStage } from './stage-list.ts';

/** Time in milliseconds after the end of a job in which a reservation can still be of a day that counts. */
const countsForMs = 2 * 86_400_000;

/**
 * Returns to the budget of the account what the models of a finished or deleted job have not spent. A stage that may
 * still run keeps its reservation: the money is returned once no attempt of the job runs, and before the files of the job
 * are deleted. Throws if the files or the store of the budgets cannot be read, so that it is tried again.
 *
 * Guarantee: each reservation is returned once. Repeated calls, also of another controller, change nothing, because only
 * the first `settle` of a reservation counts.
 */
export async function returnReservations(
  { job: kept, jobId, attempts }: DecisionInput,
  deps: PipelineDeps,
  { reservations }: PipelineMemory,
): Promise<void> {
  const { modelBudget, store } = deps;
  const { uid } = kept.metadata;
  const mayRun = attempts.some(({ state }) => state !== 'ended');
  if (modelBudget === undefined || mayRun || !isOwed(kept, reservations.get(uid), deps)) return;
  // Of a finished job, the controller does not keep the stages.
  const job = isTerminal(kept) ? await store.get(adJobKind, kept.metadata) : kept;
  if (job?.metadata.uid !== uid) return;
  for (const planned of stagesWithModels(job)) {
    const reservation = { account: accountOf(job), jobId, stage: planned.record.name };
    await modelBudget.settle(reservation, await spentBy(job, jobId, planned, deps));
  }
  reservations.set(uid, 'returned');
}

const stagesWithModels = ({ status, spec }: AdJob): PlannedStage[] =>
  plannedStages(status?.stages ?? [], spec).filter(
    ({ definition, record }) => definition.models !== undefined && record.state !== 'Skipped',
  );

/**
 * Reports whether a job may have a reservation. The stages of a successful job have returned theirs when they ended,
 * unless the store of the budgets did not respond.
 */
function isOwed(job: AdJob, known: ReservationState | undefined, { clock }: Pick<PipelineDeps, 'clock'>): boolean {
  if (known !== undefined) return known === 'owed' && (isTerminal(job) || isDeleted(job));
  if (!isTerminal(job)) return isDeleted(job);
  const endedMs = Date.parse(job.status?.completionTime ?? '');
  return job.status?.phase === 'FAILED' && clock.now().getTime() - endedMs < countsForMs;
}

const isDeleted = ({ metadata }: AdJob): boolean => metadata.deletionTimestamp !== undefined;

/** Returns what the calls of a stage have cost, or may have cost, in millionths of a US dollar. */
async function spentBy(
  { status }: AdJob,
  jobId: string,
  { record: { name: stage, state, attempt } }: PlannedStage,
  { config, artifacts }: PipelineDeps,
): Promise<number> {
  if (state === 'Succeeded') {
    const calls = (status?.modelCalls ?? []).filter((each) => each.stage === stage);
    return sum(calls.map(({ costMicroUsd }) => costMicroUsd));
  }
  // An interrupted reconcile may have launched one attempt more than the status records.
  const stored = await storedCalls({ jobId, stage, attempt: attempt + 1 }, config.installationSecret, artifacts);
  return sum(recordsOf(stored).map(costOf));
}
