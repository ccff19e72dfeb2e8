import { Option } from 'commander';
import { configuredModels, type ConfiguredModel } from '../../models/config/configured-models.ts';
import type { ModelsConfig } from '../../models/config/models-file.ts';
import { readModelsFile } from '../../models/config/read-models-file.ts';
import { messageOf } from '../../files/error-code.ts';
import type { ModelAccess } from '../../models/open-entry.ts';
import { readPrompts } from '../../models/prompts/templates.ts';
import { CommandError, exitCodes, type CommandContext } from '../context.ts';

export const fileOption = (): Option =>
  new Option('-f, --file <file>', 'file with the models (default: ADWRIGHT_MODELS)');

export interface OpenedModels {
  file: string;
  config: ModelsConfig;
  models: ConfiguredModel[];
  access: ModelAccess;
}

/** Reads the file with the models. Throws a `CommandError` with every problem of the file. */
export function openModels(context: CommandContext, given: string | undefined): OpenedModels {
  const settings = context.models?.();
  const file = given ?? settings?.file;
  if (settings === undefined || file === undefined)
    throw new CommandError('Name the file with the models by --file or ADWRIGHT_MODELS.', exitCodes.usage);
  const { config, problems } = readModelsFile(file);
  if (config === null) {
    const lines = problems.map(({ field, message }) => `  ${[field, message].filter(Boolean).join(' ')}`);
    throw new CommandError(`${file} is not valid:\n${lines.join('\n')}`);
  }
  checkPrompts(config);
  return { file, config, models: configuredModels(config), access: settings.access };
}

/** Throws a `CommandError` if a template of a prompt cannot be used. */
function checkPrompts({ promptsFolder }: ModelsConfig): void {
  try {
    readPrompts(promptsFolder);
  } catch (error) {
    throw new CommandError(`The prompts are not valid: ${messageOf(error)}.`);
  }
}
