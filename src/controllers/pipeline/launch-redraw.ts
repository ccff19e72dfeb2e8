import { attemptFolder, jobPrefix } from '../../domain/artifact-keys.ts';
import { redrawStageName, type RedrawState } from '../../domain/redraw.ts';
import type { AttemptNumber, StageAttempt } from '../../launch/port.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import { logUnreachable, unreachableStore } from './find-redraw.ts';
import { prepareAttempt } from './launch-attempt.ts';
import { redrawInput, type RedrawSource } from './stage-input.ts';

interface RedrawLaunch extends AttemptNumber {
  source: RedrawSource;
  queueName: string | undefined;
}

/**
 * Launches a redraw with the pod settings and the time limit of the stage that drew first, unless its result already
 * exists. First deletes the files of all other redraws of the job. Returns the state of the failed redraw if the
 * artifact store cannot be reached. Throws if the launcher fails.
 */
export async function launchRedraw(
  input: DecisionInput,
  wanted: RedrawLaunch,
  deps: PipelineDeps,
): Promise<RedrawState | undefined> {
  let prepared: StageAttempt | undefined;
  try {
    prepared = await prepare(input, wanted, deps);
  } catch (error) {
    logUnreachable(error, input.job, deps);
    return { number: wanted.attempt, state: 'failed', reason: unreachableStore };
  }
  if (prepared !== undefined) await deps.launcher.launch(prepared);
  return undefined;
}

function prepare(
  input: DecisionInput,
  { stage, attempt, source, queueName }: RedrawLaunch,
  deps: PipelineDeps,
): Promise<StageAttempt | undefined> {
  const { artifacts, config } = deps;
  const order = { stage, attempt, settingsOf: source.stage, queueName };
  return prepareAttempt(
    input,
    order,
    async (sources) => {
      const own = attemptFolder(config.installationSecret, input.jobId, stage, attempt);
      await deleteOtherRedraws(jobPrefix(input.jobId), own, artifacts);
      return redrawInput(sources, source, artifacts);
    },
    deps,
  );
}

async function deleteOtherRedraws(prefix: string, own: string, artifacts: PipelineDeps['artifacts']): Promise<void> {
  const files = await artifacts.list(prefix);
  const folders = new Set(files.map(({ key }) => key.slice(prefix.length).split('/')[0] ?? ''));
  for (const folder of folders)
    if (folder.startsWith(`${redrawStageName}-`) && folder !== own) await artifacts.deleteTree(`${prefix}${folder}/`);
}
