import { adTypes } from '#ad-types';
import { modelPorts } from '../model-task.ts';
import type { ModelsConfig, ModelsProblem } from './models-file.ts';
import { stagePlan } from './stage-plan.ts';

/**
 * Returns a problem for each type of ad whose stages, with all tries of all models, could take longer than the time
 * limit of a job. `deadlineSeconds` are the configured time limits of stages.
 */
export function slowModels(
  config: ModelsConfig,
  deadlineSeconds: Readonly<Record<string, number>> = {},
): ModelsProblem[] {
  const accounts = ['', ...config.accounts.keys()];
  return adTypes.flatMap(({ name: type, stages, overallTimeoutMinutes }) =>
    accounts.flatMap((account) => {
      const seconds = stages.reduce(
        (sum, { name, deadlineSeconds: own, models }) =>
          sum + (deadlineSeconds[name] ?? own) + (stagePlan(config, account, models)?.seconds ?? 0),
        0,
      );
      if (seconds <= overallTimeoutMinutes * 60 || !hasModels(config, account)) return [];
      const field = account === '' ? 'timeoutSeconds' : `accounts.${account}`;
      const message = `the stages of ${type} could take ${Math.ceil(seconds / 60)} minutes, more than the ${overallTimeoutMinutes} minutes of a job: each model is tried twice; lower timeoutSeconds or shorten the lists`;
      return [{ field, message }];
    }),
  );
}

function hasModels({ lists, accounts }: ModelsConfig, account: string): boolean {
  const own = account === '' ? lists : accounts.get(account)?.lists;
  return modelPorts.some((port) => (own?.[port] ?? []).length > 0);
}
