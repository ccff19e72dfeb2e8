import { accountOf } from '../../domain/account-of.ts';
import { stagesOf } from '../../domain/pipelines.ts';
import type { AttemptNumber, StageAttempt } from '../../launch/port.ts';
import type { StageInput } from '../../schema/stage-contract.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import { ownerOf } from './gather.ts';
import { stageModels } from './stage-models.ts';
import { resultKey, type InputSources } from './stage-input.ts';

interface AttemptOrder extends AttemptNumber {
  /** Name of the stage whose definition, pod settings and time limit apply. Default: `stage`. */
  settingsOf?: string;
  queueName: string | undefined;
}

type AttemptSources = Omit<InputSources, 'previousAt' | 'status' | 'earlier'>;

/**
 * Returns the attempt to launch, or undefined if its result already exists: such an attempt is done, and the next
 * reconcile reads the result. Throws if the artifact store cannot be reached.
 */
export async function prepareAttempt(
  { job, jobId }: DecisionInput,
  { stage, attempt, settingsOf, queueName }: AttemptOrder,
  inputOf: (sources: AttemptSources) => Promise<StageInput>,
  deps: PipelineDeps,
): Promise<StageAttempt | undefined> {
  const { artifacts, config } = deps;
  const defining = settingsOf ?? stage;
  const definition = stagesOf(job.spec.type).find(({ name }) => name === defining);
  if (definition === undefined) throw new Error(`There is no stage "${defining}".`);
  const files = { jobId, stage, attempt };
  const resultAt = resultKey(files, config.installationSecret);
  if ((await artifacts.stat(resultAt)) !== undefined) return undefined;
  // A redraw, which runs with the settings of another stage, calls no models.
  const models = settingsOf === undefined ? await stageModels(job, files, definition, deps) : undefined;
  const ownSeconds = config.stageDeadlineSeconds[defining] ?? definition.deadlineSeconds;
  const deadlineSeconds = ownSeconds + (models?.plan.seconds ?? 0);
  const accessSeconds = deadlineSeconds + config.stageWaitSeconds;
  return {
    owner: ownerOf(job, jobId),
    account: accountOf(job).name,
    type: job.spec.type,
    stage,
    attempt,
    ...(settingsOf !== undefined && { settingsOf }),
    input: await inputOf({ files, resultAt, definition, spec: job.spec, accessSeconds, models }),
    deadlineSeconds,
    accessSeconds,
    ...(queueName !== undefined && { queueName }),
  };
}
