import { egressSettings } from './egress-settings.ts';
import { readEnvironment } from './environment.ts';
import { schemaOf, type ValuesOf } from './setting.ts';

export type EgressConfig = ValuesOf<typeof egressSettings>['egress'];

/** Reads only the settings for outgoing connections (egress). Throws `ConfigError` if a setting is invalid. */
export function readEgressConfig(env: NodeJS.ProcessEnv = process.env): EgressConfig {
  return readEnvironment(schemaOf(egressSettings), env).egress;
}
