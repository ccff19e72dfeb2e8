import { z } from 'zod';
import { readEnvironment, type SettingCheck } from './environment.ts';
import { redisCheck } from './ledger-config.ts';
import { controllerSettings } from './role-settings.ts';
import { schemaOf } from './setting.ts';
import { StorageSettings } from './storage-settings.ts';

const Environment = z.intersection(schemaOf(controllerSettings), StorageSettings);
export type ControllerConfig = z.output<typeof Environment>;

export function readControllerConfig(
  env: NodeJS.ProcessEnv = process.env,
  checks: readonly SettingCheck[] = [],
): ControllerConfig {
  return readEnvironment(Environment, env, [redisCheck, ...checks]);
}
