import { slowModels } from '../models/config/check-times.ts';
import { noModels, type ModelsConfig, type ModelsProblem } from '../models/config/models-file.ts';
import { readModelsFile } from '../models/config/read-models-file.ts';
import { wrongFiles } from '../models/config/wrong-files.ts';
import { ConfigError } from './environment.ts';

/** Reads the file of `ADWRIGHT_MODELS`. Throws a `ConfigError` that lists every problem with its field. */
export function readModelsConfig(
  file: string | undefined,
  stageDeadlineSeconds: Readonly<Record<string, number>> = {},
): ModelsConfig {
  if (file === undefined) return noModels;
  const { config, problems } = readModelsFile(file);
  if (config === null) throw refusal(file, problems);
  const others = [...slowModels(config, stageDeadlineSeconds), ...wrongFiles(config)];
  if (others.length > 0) throw refusal(file, others);
  return config;
}

function refusal(file: string, problems: readonly ModelsProblem[]): ConfigError {
  return new ConfigError(
    problems.map(({ field, message }) => `ADWRIGHT_MODELS (${file}): ${[field, message].filter(Boolean).join(' ')}`),
  );
}
