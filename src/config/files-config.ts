import { z } from 'zod';
import { readEnvironment } from './environment.ts';
import { installationSettings } from './installation-settings.ts';
import { schemaOf } from './setting.ts';
import { StorageSettings, type StorageConfig } from './storage-settings.ts';

const Environment = z.intersection(schemaOf(installationSettings), StorageSettings);
export type FilesConfig = z.output<typeof Environment>;

/** Reads the file storage of jobs for an operator command. Undefined if `ADWRIGHT_STORAGE` is not set. */
export function readStorageConfig(env: NodeJS.ProcessEnv = process.env): StorageConfig | undefined {
  return (env['ADWRIGHT_STORAGE'] ?? '') === '' ? undefined : readEnvironment(StorageSettings, env).storage;
}

/**
 * Reads the file storage of jobs and the installation secret for an operator command. Returns undefined if
 * `ADWRIGHT_STORAGE` is not set. Throws `ConfigError` if a setting is invalid.
 */
export function readFilesConfig(env: NodeJS.ProcessEnv = process.env): FilesConfig | undefined {
  return (env['ADWRIGHT_STORAGE'] ?? '') === '' ? undefined : readEnvironment(Environment, env);
}
