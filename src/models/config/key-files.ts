import { accessSync, constants, statSync } from 'node:fs';
import { isMissing } from '../../files/error-code.ts';
import { configuredModels } from './configured-models.ts';
import type { ModelsConfig } from './models-file.ts';

/** State of the file with a key. The key itself is not read. */
export type KeyState = 'present' | 'missing' | 'unreadable' | 'none';

export function keyState(file: string | null): KeyState {
  if (file === null) return 'none';
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile() ? 'present' : 'unreadable';
  } catch (error) {
    return isMissing(error) ? 'missing' : 'unreadable';
  }
}

/** Returns the files with keys that stages could not read now. Calls of their models fail until they exist. */
export function unreadableKeys(config: ModelsConfig): string[] {
  const files = configuredModels(config).map(({ entry: { keyFile } }) => keyFile);
  return [...new Set(files)].filter((file): file is string => file !== null && keyState(file) !== 'present');
}
