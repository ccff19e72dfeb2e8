import { artifactKey, attemptFolder, requestKey, siblingKey } from '../../domain/artifact-keys.ts';
import type { StageDefinition } from '../../ads/stage-definition.ts';
import { briefFiles, drawnFiles } from '../../schema/drawn-files.ts';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { AdJobStatus, AdJobSpec } from '../../schema/adjob.ts';
import type { StageModels } from './attempt-models.ts';
import { previousAttempt, resultFile, type FileAccess, type StageInput } from '../../schema/stage-contract.ts';

export interface AttemptFiles {
  jobId: string;
  stage: string;
  attempt: number;
}

/**
 * Returns the key of the `result.json` of an attempt in the artifact store. The attempt writes this file last, so the
 * file exists only if the attempt is done.
 */
export function resultKey({ jobId, stage, attempt }: AttemptFiles, installationSecret: string): string {
  return artifactKey(jobId, attemptFolder(installationSecret, jobId, stage, attempt), resultFile);
}

export interface InputSources {
  files: AttemptFiles;
  resultAt: string;
  /** Key of the `result.json` of the attempt before this one. */
  previousAt: string;
  definition: StageDefinition;
  spec: AdJobSpec;
  status: AdJobStatus;
  earlier: StageInput['earlier'];
  accessSeconds: number;
  models: StageModels | undefined;
}

/**
 * Returns the input of an attempt. The input gives access only to the job's request, the input files and the output
 * files of the stage.
 */
export async function stageInput(
  { files, resultAt, previousAt, definition, spec, status, earlier, accessSeconds, models }: InputSources,
  artifacts: ArtifactStore,
): Promise<StageInput> {
  const inputs = [
    ['request', requestKey(files.jobId)] as const,
    ...earlierOutputs(definition, status),
    ...previousOutputs(definition, files, previousAt),
    ...(models?.earlier ?? []),
  ];
  const outputs = [...definition.outputs(spec), ...(models?.plan.files ?? [])];
  const input = await accessible(files, { inputs, outputs, resultAt, accessSeconds }, artifacts, earlier);
  return models === undefined ? input : { ...input, models: models.input };
}

/** Key of the files that a redraw reads, and the stage that drew first. */
export interface RedrawSource {
  stage: string;
  /** Key of the `brief.json` of the attempt that succeeded. */
  briefAt: string;
}

/**
 * Returns the input of a redraw: the request and the brief of the attempt that drew first, with its result, which has
 * the hashes of its files. The outputs are the files of the ad in the folder of the redraw.
 */
export async function redrawInput(
  {
    files,
    resultAt,
    definition,
    spec,
    accessSeconds,
  }: Omit<InputSources, 'previousAt' | 'status' | 'earlier' | 'models'>,
  { briefAt }: RedrawSource,
  artifacts: ArtifactStore,
): Promise<StageInput> {
  const previous = [...Object.values(briefFiles), resultFile];
  const inputs = [
    ['request', requestKey(files.jobId)] as const,
    ...previous.map((name) => [`${previousAttempt}/${name}`, siblingKey(briefAt, name)] as const),
  ];
  const outputs = definition.outputs(spec).filter((name) => !drawnFiles.includes(name));
  return accessible(files, { inputs, outputs, resultAt, accessSeconds }, artifacts);
}

interface Keys {
  inputs: (readonly [string, string])[];
  outputs: readonly string[];
  resultAt: string;
  accessSeconds: number;
}

async function accessible(
  files: AttemptFiles,
  { inputs, outputs: names, resultAt, accessSeconds }: Keys,
  artifacts: ArtifactStore,
  earlier: StageInput['earlier'] = {},
): Promise<StageInput> {
  const outputs = names.map((name) => [name, siblingKey(resultAt, name)] as const);
  const [readable, writable, result] = await Promise.all([
    accessAll(inputs, (key) => artifacts.access(key, 'read', accessSeconds)),
    accessAll(outputs, (key) => artifacts.access(key, 'write', accessSeconds)),
    artifacts.access(resultAt, 'write', accessSeconds),
  ]);
  return { ...files, inputs: readable, outputs: writable, result, earlier };
}

function earlierOutputs({ inputs }: StageDefinition, { stages = [] }: AdJobStatus): (readonly [string, string])[] {
  return inputs.flatMap((input) => {
    const [stage, file = ''] = input.split('/');
    const record = stages.find(({ name, state }) => name === stage && state === 'Succeeded');
    return record?.resultRef === undefined ? [] : [[input, siblingKey(record.resultRef, file)] as const];
  });
}

/**
 * Returns the files that the second attempt may read from the first. A later attempt starts from nothing, because what
 * the first two have in common may be the reason for their failures.
 */
function previousOutputs(
  { carriedOver = [] }: StageDefinition,
  { attempt }: AttemptFiles,
  previousAt: string,
): (readonly [string, string])[] {
  if (attempt !== 2) return [];
  return carriedOver.map((name) => [`${previousAttempt}/${name}`, siblingKey(previousAt, name)] as const);
}

async function accessAll(
  named: (readonly [string, string])[],
  access: (key: string) => Promise<FileAccess>,
): Promise<Record<string, FileAccess>> {
  const entries = named.map(async ([name, key]) => [name, await access(key)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
