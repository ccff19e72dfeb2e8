import { accountOf } from '../../domain/account-of.ts';
import { BudgetUnavailable } from '../../models/budget/port.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import type { ModelCallsStatus } from '../../schema/model-calls.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';

/** Returns the calls of models by a stage that ends with this status, and an empty list while the stage goes on. */
export function endedModelCalls({ modelCalls = [] }: DecisionInput, status: AdJobStatus): readonly ModelCallsStatus[] {
  const ended = (status.stages ?? []).find(({ name }) => name === modelCalls[0]?.stage);
  return ended?.state === 'Succeeded' || ended?.state === 'Failed' ? modelCalls : [];
}

/**
 * Returns the money that a stage has not spent to the budget of its account. Called before the status is written, so
 * that a controller that is killed repeats it; only the first call counts. If the store of the budgets does not respond,
 * the money stays reserved until the end of the day.
 */
export async function settleModels(
  { job, jobId }: DecisionInput,
  calls: readonly ModelCallsStatus[],
  { modelBudget, logger }: PipelineDeps,
): Promise<void> {
  const stage = calls[0]?.stage;
  if (stage === undefined || modelBudget === undefined) return;
  const spent = calls.reduce((total, { costMicroUsd }) => total + costMicroUsd, 0);
  try {
    await modelBudget.settle({ account: accountOf(job), jobId, stage }, spent);
  } catch (error) {
    if (!(error instanceof BudgetUnavailable)) throw error;
    logger.warn({ err: error, jobId, stage }, 'failed to return unspent money for models; it stays reserved today');
  }
}
