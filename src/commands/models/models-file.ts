import { Option } from 'commander';
import { configuredModels, type ConfiguredModel } from '../../models/config/configured-models.ts';
import type { ModelsConfig } from '../../models/config/models-file.ts';
import { wrongFiles } from '../../models/config/wrong-files.ts';
import { readModelsFile } from '../../models/config/read-models-file.ts';
import type { ModelAccess } from '../../models/open-entry.ts';
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
  const wrong = config === null ? problems : wrongFiles(config);
  if (config === null || wrong.length > 0) {
    const lines = wrong.map(({ field, message }) => `  ${[field, message].filter(Boolean).join(' ')}`);
    throw new CommandError(`${file} is not valid:\n${lines.join('\n')}`);
  }
  return { file, config, models: configuredModels(config), access: settings.access };
}
