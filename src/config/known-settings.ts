import { closest, distance } from 'fastest-levenshtein';
import { adminSettings, apiSettings, commandSettings, controllerSettings, localSettings } from './role-settings.ts';
import { shapeOf } from './setting.ts';
import { stageSettings } from './stage-settings.ts';
import { storageVariables } from './storage-settings.ts';

const prefix = 'ADWRIGHT_';
const rolesSettings = [apiSettings, adminSettings, controllerSettings, localSettings, commandSettings, stageSettings];

export const knownSettings: readonly string[] = [
  ...new Set([...rolesSettings.flatMap((settings) => Object.keys(shapeOf(settings))), ...storageVariables]),
]
  .filter((name) => name.startsWith(prefix))
  .sort();

/** Maximum number of changed letters at which an unknown variable counts as a misspelt setting. */
const editsMax = 2;
/**
 * Pattern for variables that look like settings but are not: the kubelet sets them for each Kubernetes Service named
 * `adwright*`, unless the pod has `enableServiceLinks: false`. Examples: `ADWRIGHT_API_SERVICE_HOST`,
 * `ADWRIGHT_API_SERVICE_PORT_HTTP`, `ADWRIGHT_API_PORT`, `ADWRIGHT_API_PORT_80_TCP_ADDR`.
 */
const serviceLink = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?$/;

export interface UnknownSetting {
  name: string;
  nearest: string | undefined;
}

export function unknownSettings(env: NodeJS.ProcessEnv = process.env): UnknownSetting[] {
  const names = Object.keys(env).filter((name) => name.toUpperCase().startsWith(prefix) && (env[name] ?? '') !== '');
  return names
    .filter((name) => !knownSettings.includes(name) && !serviceLink.test(name))
    .map((name) => {
      const nearest = closest(name, knownSettings);
      return { name, nearest: distance(name, nearest) <= editsMax ? nearest : undefined };
    });
}
