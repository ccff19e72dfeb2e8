import { readFileSync } from 'node:fs';
import { readJson } from '../../domain/json-text.ts';
import { messageOf } from '../../files/error-code.ts';
import { readPrompts } from '../prompts/templates.ts';
import { workflowFlaw } from '../providers/comfyui-workflow.ts';
import { ComfyuiPortOptions, ComfyuiWorkflow } from '../providers/provider-options.ts';
import { configuredModels, type ConfiguredModel } from './configured-models.ts';
import type { ModelsConfig, ModelsProblem } from './models-file.ts';

/** Returns a problem for the templates of prompts, and for each workflow, that stages could not use. */
export function wrongFiles(config: ModelsConfig): ModelsProblem[] {
  return [...wrongPrompts(config), ...configuredModels(config).flatMap(wrongWorkflow)];
}

function wrongPrompts({ promptsFolder }: ModelsConfig): ModelsProblem[] {
  try {
    readPrompts(promptsFolder);
    return [];
  } catch (error) {
    return [{ field: 'prompts', message: messageOf(error) }];
  }
}

function wrongWorkflow({ account, port, entry: { provider, name, options } }: ConfiguredModel): ModelsProblem[] {
  if (provider !== 'comfyui' || (port !== 'image' && port !== 'cutout' && port !== 'video')) return [];
  const { workflow: given } = ComfyuiPortOptions.parse(options);
  const place = account === null ? port : `accounts.${account}.${port}`;
  const shown = typeof given === 'string' ? given : 'the workflow';
  const refused = (message: string): ModelsProblem[] => [
    { field: `${place} (${name})`, message: `${shown} ${message}` },
  ];
  try {
    const workflow = typeof given === 'string' ? ComfyuiWorkflow.parse(parsed(given)) : given;
    const flaw = workflowFlaw(workflow, port);
    return flaw === undefined ? [] : refused(flaw);
  } catch {
    return refused('cannot be read, or is not a workflow in the API format');
  }
}

const parsed = (path: string): unknown => readJson(readFileSync(path, 'utf8'));
