import type { EgressSettings } from '../egress/settings.ts';
import { egressSettings } from './egress-settings.ts';
import { readEnvironment } from './environment.ts';
import { schemaOf } from './setting.ts';

/** Reads only the settings for outgoing connections (egress). Throws `ConfigError` if a setting is invalid. */
export function readEgressConfig(env: NodeJS.ProcessEnv = process.env): EgressSettings {
  return readEnvironment(schemaOf(egressSettings), env).egress;
}
