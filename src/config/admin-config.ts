import { z } from 'zod';
import { readEnvironment, type SettingCheck } from './environment.ts';
import { redisCheck } from './ledger-config.ts';
import { adminSettings } from './role-settings.ts';
import { schemaOf } from './setting.ts';
import { StorageSettings } from './storage-settings.ts';

const Environment = z.intersection(schemaOf(adminSettings), StorageSettings);
export type AdminConfig = z.output<typeof Environment>;

export function readAdminConfig(
  env: NodeJS.ProcessEnv = process.env,
  checks: readonly SettingCheck[] = [],
): AdminConfig {
  return readEnvironment(Environment, env, [redisCheck, ...checks]);
}
