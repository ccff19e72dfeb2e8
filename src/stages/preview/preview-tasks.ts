import { pino } from 'pino';
import type { AdType } from '../../ads/ad-type.ts';
import type { StageDefinition } from '../../ads/stage-definition.ts';
import { onboardingStage } from '../../ads/onboarding.ts';
import { readModelsFile } from '../../models/config/read-models-file.ts';
import { stagePlan } from '../../models/config/stage-plan.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import type { ModelTask } from '../../models/model-task.ts';
import type { ModelAccess } from '../../models/open-entry.ts';
import { camelKeys } from '../../schema/camel.ts';
import { briefFiles } from '../../schema/drawn-files.ts';
import type { StageInput } from '../../schema/stage-contract.ts';
import { PermanentFailure } from '../stage-errors.ts';
import type { StageContext } from '../stage.ts';

/** Task that a stage would give to a model. */
export interface PreviewedTask {
  stage: string;
  /** Name of the first model that would get the task. */
  entry: string;
  task: ModelTask;
}

interface Previewed {
  type: AdType;
  /** Request in the form of the REST API, which the type has accepted. */
  request: object;
  /** File with the models. */
  file: string;
  /** Namespace and name of the account. */
  account: string;
  access: ModelAccess;
  /** Content of `brand.json`, which onboarding has read from the pages. Undefined: the pages are not read. */
  brand?: Buffer | undefined;
  signal: AbortSignal;
}

const brandFile = `${onboardingStage}/brand.json`;

/** Thrown when a stage is about to draw: all its tasks are known. */
class Drawn extends Error {}

/**
 * Returns the tasks that the stages of a job would give to models. Calls no model: each task is refused, so that the
 * built-in studio stands in for it. Pages are not read, and nothing is drawn; pictures of the request are fetched.
 */
export async function previewTasks({ type, request, brand, ...rest }: Previewed): Promise<PreviewedTask[]> {
  const ad = camelKeys(Object.fromEntries(Object.entries(request).filter(([name]) => name !== 'callback_url')));
  const spec = { type: type.name, [type.field]: ad };
  const common = type.adRequest(spec);
  if (common === undefined) throw new Error(`The type ${type.name} has no request.`);
  const tasks: PreviewedTask[] = [];
  const files = new Map(brand === undefined ? [] : [[brandFile, brand]]);
  const stages = type.stages.filter(
    ({ name, skippedWhen }) => name !== onboardingStage && skippedWhen(spec) === undefined,
  );
  const planned = plannedFiles(rest.file, rest.account);
  for (const stage of stages) {
    const context = contextOf({ stage: stage.name, planned: planned(stage), files, tasks, ...rest });
    const work = await stage.load();
    const isOver = await work({ ...context, ad, request: common }).then(
      () => false,
      (error: unknown) => endsJob(error, stage),
    );
    if (isOver) break;
  }
  return tasks;
}

/** Returns a function that returns the files of calls that a stage may write. */
function plannedFiles(file: string, account: string): (stage: StageDefinition) => readonly string[] {
  const { config } = readModelsFile(file);
  if (config === null) throw new Error('The file with the models is not valid any more.');
  return ({ models }) => stagePlan(config, account, models)?.files ?? [];
}

/** Reports whether the job would end because a stage has failed. Throws errors that are no failure of the request. */
function endsJob(error: unknown, { optional }: StageDefinition): boolean {
  if (error instanceof Drawn) return false;
  if (error instanceof PermanentFailure) return !optional;
  throw error;
}

interface Running extends Omit<Previewed, 'type' | 'request' | 'brand'> {
  stage: string;
  /** Files of records and results that the stage may write. */
  planned: readonly string[];
  files: Map<string, Buffer>;
  tasks: PreviewedTask[];
}

function contextOf({
  stage,
  planned,
  files,
  tasks,
  file,
  account,
  access,
  signal,
}: Running): Omit<StageContext, 'ad' | 'request'> {
  const nowhere = { kind: 'file' as const, path: '/nowhere' };
  const input: StageInput = {
    ...{ jobId: '00000000-0000-7000-8000-000000000000', stage, attempt: 1, inputs: {}, result: nowhere },
    outputs: Object.fromEntries(planned.map((name) => [name, nowhere])),
    earlier: { [onboardingStage]: { state: files.has(brandFile) ? 'Succeeded' : 'Skipped' } },
    ...{ models: { account, allowanceMicroUsd: null } },
  };
  const seen = new Set<string>();
  const note = (entry: string, task: ModelTask): void => {
    const text = JSON.stringify(task);
    if (!seen.has(text)) tasks.push({ stage, entry, task });
    seen.add(text);
  };
  return {
    input,
    read: (name) => Promise.resolve(files.get(name)),
    write: (name, bytes) => {
      if (name === briefFiles.brief || name === briefFiles.materials) return Promise.reject(new Drawn());
      files.set(`${stage}/${name}`, bytes);
      return Promise.resolve();
    },
    ...{ egress: access.egress, cutoutDir: '/nowhere', voicesDir: '/nowhere', signal },
    models: {
      ...{ file, egress: access.settings, noProxy: access.noProxy },
      open: (entry) =>
        Promise.resolve({
          repeat: 'found',
          submit: (task) => {
            note(entry.name, task);
            return Promise.reject(new ModelFailure('refused', 'the task is only shown'));
          },
        }),
    },
    browser: { wanted: 'off', path: '', socket: '' },
    logger: pino({ level: 'silent' }),
  };
}
