import { accountOf } from '../../domain/account-of.ts';
import { BudgetUnavailable } from '../../models/budget/port.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { DecisionInput, SeenModelCalls } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import type { PipelineMemory } from './gather.ts';

/** Returns the calls of models by a stage that ends with this status. Undefined while the stage continues. */
export function endedModelCalls({ job, modelCalls }: DecisionInput, status: AdJobStatus): SeenModelCalls | undefined {
  if (modelCalls === undefined) return undefined;
  const record = (status.stages ?? []).find(({ name }) => name === modelCalls.stage);
  const hasEnded = record?.state === 'Succeeded' || record?.state === 'Failed';
  const isJobOver = isTerminal({ status }) || job.metadata.deletionTimestamp !== undefined;
  return hasEnded || isJobOver ? modelCalls : undefined;
}

/**
 * Returns the money that a stage has not spent to the budget of its account. Called before the status is written, so
 * that a controller that is killed repeats it; only the first call counts. If an attempt may still make calls, as that of
 * a cancelled job, or if the store of the budgets does not respond, `returnReservations` returns the money later.
 */
export async function settleModels(
  { job, jobId }: DecisionInput,
  ended: SeenModelCalls | undefined,
  { modelBudget, logger }: PipelineDeps,
  { reservations }: PipelineMemory,
): Promise<void> {
  if (ended?.isFinal !== true || modelBudget === undefined) return;
  const { stage, calls } = ended;
  const spent = calls.reduce((total, { costMicroUsd }) => total + costMicroUsd, 0);
  try {
    await modelBudget.settle({ account: accountOf(job), jobId, stage }, spent);
  } catch (error) {
    if (!(error instanceof BudgetUnavailable)) throw error;
    reservations.set(job.metadata.uid, 'owed');
    logger.warn(
      { err: error, jobId, stage },
      'failed to return unspent money for models; it stays reserved until the job has ended',
    );
  }
}
