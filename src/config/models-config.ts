import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { messageOf } from '../files/error-code.ts';
import { noModels, readModels, type ModelsConfig } from '../models/config/models-file.ts';
import { ConfigError } from './environment.ts';

/**
 * Reads the file of `ADWRIGHT_MODELS`. Paths of keys are relative to the folder of the file. Throws a `ConfigError` that
 * lists every problem with its field. The keys themselves are not read.
 */
export function readModelsConfig(file: string | undefined): ModelsConfig {
  if (file === undefined) return noModels;
  const { config, problems } = readModels(parsed(file), (path) => resolve(dirname(file), path));
  if (config === null)
    throw new ConfigError(problems.map(({ field, message }) => `ADWRIGHT_MODELS (${file}): ${field} ${message}`));
  return config;
}

function parsed(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError([`ADWRIGHT_MODELS (${file}): ${messageOf(error)}`]);
  }
}
