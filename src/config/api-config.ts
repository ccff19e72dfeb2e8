import { z } from 'zod';
import { readEnvironment, type SettingCheck } from './environment.ts';
import { redisCheck } from './ledger-config.ts';
import { apiSettings } from './role-settings.ts';
import { schemaOf } from './setting.ts';
import { StorageSettings } from './storage-settings.ts';

const Environment = z.intersection(schemaOf(apiSettings), StorageSettings);
export type ApiConfig = z.output<typeof Environment>;

export function readApiConfig(env: NodeJS.ProcessEnv = process.env, checks: readonly SettingCheck[] = []): ApiConfig {
  return readEnvironment(Environment, env, [redisCheck, ...checks]);
}
