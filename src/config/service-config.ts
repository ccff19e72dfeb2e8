import { readEnvironment, type SettingCheck } from './environment.ts';
import { localSettings } from './role-settings.ts';
import { signInCheck } from './sign-in-check.ts';
import { schemaOf, type ValuesOf } from './setting.ts';

export type ServiceConfig = ValuesOf<typeof localSettings>;

export function readServiceConfig(
  env: NodeJS.ProcessEnv = process.env,
  checks: readonly SettingCheck[] = [],
): ServiceConfig {
  return readEnvironment(schemaOf(localSettings), env, [signInCheck, ...checks]);
}
