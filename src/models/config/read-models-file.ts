import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { messageOf } from '../../files/error-code.ts';
import { readModels, type ReadModels } from './models-file.ts';

/** Reads a YAML file with models. Paths of keys are relative to its folder. The keys themselves are not read. */
export function readModelsFile(file: string): ReadModels {
  try {
    return readModels(parse(readFileSync(file, 'utf8')), (path) => resolve(dirname(file), path));
  } catch (error) {
    return { config: null, problems: [{ field: '', message: firstLine(messageOf(error)) }] };
  }
}

/** Returns a message without the lines of the file that the YAML parser quotes, in which a key may be. */
const firstLine = (message: string): string => (message.split('\n', 1)[0] ?? '').replace(/:$/, '');
