import { z } from 'zod';
import { adminUrlSettings } from './admin-settings.ts';
import { readEnvironment, type SettingCheck } from './environment.ts';
import { redisCheck } from './ledger-config.ts';
import { adminSettings } from './role-settings.ts';
import { schemaOf } from './setting.ts';
import { signInCheck } from './sign-in-check.ts';
import { StorageSettings, type StorageConfig } from './storage-settings.ts';

const Environment = z.intersection(schemaOf(adminSettings), StorageSettings);
export type AdminConfig = z.output<typeof Environment>;

export function readAdminConfig(
  env: NodeJS.ProcessEnv = process.env,
  checks: readonly SettingCheck[] = [],
): AdminConfig {
  return readEnvironment(Environment, env, [redisCheck, signInCheck, ...checks]);
}

/** Returns the public URL of the dashboard, for the command that makes a link to it. */
export function readAdminUrl(env: NodeJS.ProcessEnv = process.env): string {
  return readEnvironment(schemaOf(adminUrlSettings), env).adminUrl;
}

/** Returns where the dashboard stores the audit log. Undefined if the environment is not that of the dashboard. */
export function readAdminStorage(env: NodeJS.ProcessEnv = process.env): StorageConfig | undefined {
  if ((env['ADWRIGHT_STORAGE'] ?? '') === '') return undefined;
  return readEnvironment(StorageSettings, env).storage;
}
