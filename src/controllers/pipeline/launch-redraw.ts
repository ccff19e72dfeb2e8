import { siblingKey } from '../../domain/artifact-keys.ts';
import { stagesOf } from '../../domain/pipelines.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { PipelineDeps } from './deps.ts';
import { ownerOf } from './gather.ts';
import type { DecisionInput } from './decision-input.ts';
import { redrawInput, resultKey, type RedrawSource } from './stage-input.ts';

interface RedrawLaunch extends AttemptNumber {
  source: RedrawSource;
  queueName: string | undefined;
}

/**
 * Launches a redraw (drawing a finished job again from its brief) with the pod settings and the time limit of the stage
 * that drew first, unless its result already exists. Deletes the files of the redraw before, so that a job has those of
 * at most one redraw.
 */
export async function launchRedraw(
  { job, jobId }: DecisionInput,
  { stage, attempt, source, queueName }: RedrawLaunch,
  { artifacts, launcher, config }: PipelineDeps,
): Promise<void> {
  const definition = stagesOf(job.spec.type).find(({ name }) => name === source.stage);
  if (definition === undefined) throw new Error(`There is no stage "${source.stage}".`);
  const files = { jobId, stage, attempt };
  const resultAt = resultKey(files, config.installationSecret);
  if ((await artifacts.stat(resultAt)) !== undefined) return;
  const before = resultKey({ ...files, attempt: attempt - 1 }, config.installationSecret);
  if (attempt > 1) await artifacts.deleteTree(siblingKey(before, ''));
  const deadlineSeconds = config.stageDeadlineSeconds[source.stage] ?? definition.deadlineSeconds;
  const accessSeconds = deadlineSeconds + config.stageWaitSeconds;
  const sources = { files, resultAt, definition, spec: job.spec, accessSeconds };
  await launcher.launch({
    owner: ownerOf(job, jobId),
    stage,
    attempt,
    settingsOf: source.stage,
    input: await redrawInput(sources, source, artifacts),
    deadlineSeconds,
    accessSeconds,
    ...(queueName !== undefined && { queueName }),
  });
}
