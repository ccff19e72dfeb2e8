import { readEnvironment, type SettingCheck } from './environment.ts';
import { localSettings } from './role-settings.ts';
import { schemaOf, type ValuesOf } from './setting.ts';

export type ServiceConfig = ValuesOf<typeof localSettings>;

/**
 * Reads the settings of `adwright local` from the environment. Throws `ConfigError` with a sentence for every invalid
 * setting.
 */
export function readServiceConfig(
  env: NodeJS.ProcessEnv = process.env,
  checks: readonly SettingCheck[] = [],
): ServiceConfig {
  return readEnvironment(schemaOf(localSettings), env, checks);
}
