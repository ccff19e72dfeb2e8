import { sum } from '../../domain/sum.ts';
import { accountOf } from '../../domain/account-of.ts';
import { stageNamed } from '../../domain/pipelines.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { keyText } from '../../objects/object-key.ts';
import type { StageDefinition } from '../../ads/stage-definition.ts';
import { budgetFor } from '../../models/config/models-file.ts';
import { stagePlan, type StagePlan } from '../../models/config/stage-plan.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { PipelineDeps } from './deps.ts';
import { costOf, neededFiles, recordsOf, storedCalls } from './model-calls.ts';
import { noModels, type ModelNeeds } from './model-places.ts';
import { nextStage, runningStage } from './stage-list.ts';
import type { StageModels } from './attempt-models.ts';
import type { AttemptFiles } from './stage-input.ts';

/** Returns what the models of a stage of the job need at most. Undefined: no model is configured for it. */
export function planOf(
  job: Pick<AdJob, 'metadata' | 'spec'>,
  { models }: Pick<StageDefinition, 'models'>,
  { config }: Pick<PipelineDeps, 'config'>,
): StagePlan | undefined {
  return config.models && stagePlan(config.models, accountName(job), models);
}

/** Returns the models that the running stage of a job uses, or that its next stage needs. */
export function needsOf(job: AdJob, deps: Pick<PipelineDeps, 'config'>): ModelNeeds {
  if (deps.config.models === undefined || isTerminal(job)) return noModels;
  const { spec, status } = job;
  const planned = runningStage(status?.stages, spec) ?? nextStage(status?.stages ?? [], spec);
  return planned === undefined ? noModels : needsOfStage(job, planned.record.name, deps);
}

/** Returns the models of a stage of a job whose limits of stages count. */
export function needsOfStage(job: AdJob, stage: string, deps: Pick<PipelineDeps, 'config'>): ModelNeeds {
  const definition = stageNamed(stage);
  return { stage, models: (definition && planOf(job, definition, deps)?.models) ?? [] };
}

/**
 * Returns the models that an attempt may call, and reserves the money for them if the account has a budget. All attempts
 * of a stage share the reservation. Throws `BudgetUnavailable` if the store of the budgets does not respond.
 */
export async function stageModels(
  job: AdJob,
  files: AttemptFiles,
  definition: Pick<StageDefinition, 'models'>,
  deps: PipelineDeps,
): Promise<StageModels | undefined> {
  const plan = planOf(job, definition, deps);
  if (plan === undefined) return undefined;
  const before = { ...files, attempt: files.attempt - 1 };
  const stored = await storedCalls(before, deps.config.installationSecret, deps.artifacts);
  const reserved = await reservedFor(job, files, plan, deps);
  const spent = sum(recordsOf(stored).map(costOf));
  const allowanceMicroUsd = reserved === null ? null : Math.max(0, reserved - spent);
  return { plan, input: { account: accountName(job), allowanceMicroUsd }, earlier: neededFiles(stored) };
}

/** Reserves money for a stage, and returns the amount, or null if the account has no budget. */
async function reservedFor(
  job: AdJob,
  { jobId, stage }: AttemptFiles,
  { costMicroUsd }: StagePlan,
  { config, modelBudget }: PipelineDeps,
): Promise<number | null> {
  const limitMicroUsd = config.models ? budgetFor(config.models, accountName(job)) : null;
  if (limitMicroUsd === null || modelBudget === undefined) return null;
  return modelBudget.reserve(
    { account: accountOf(job), jobId, stage },
    { wantedMicroUsd: costMicroUsd, limitMicroUsd },
  );
}

const accountName = (job: Pick<AdJob, 'metadata' | 'spec'>): string => keyText(accountOf(job));
