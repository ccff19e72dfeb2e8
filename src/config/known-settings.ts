import { closest, distance } from 'fastest-levenshtein';
import { apiSettings, commandSettings, controllerSettings, localSettings } from './role-settings.ts';
import { shapeOf } from './setting.ts';
import { stageSettings } from './stage-settings.ts';
import { storageVariables } from './storage-settings.ts';

const prefix = 'ADWRIGHT_';
const rolesSettings = [apiSettings, controllerSettings, localSettings, commandSettings, stageSettings];

/** Names of all settings of all roles. A process may also have settings of another role. */
export const knownSettings: readonly string[] = [
  ...new Set([...rolesSettings.flatMap((settings) => Object.keys(shapeOf(settings))), ...storageVariables]),
]
  .filter((name) => name.startsWith(prefix))
  .sort();

/** Largest edit distance between an unknown name and a setting at which the name counts as a misspelling. */
const editsMax = 2;
/**
 * Variables that the kubelet injects for Services named `adwright*`, unless the pod sets `enableServiceLinks: false`:
 * `ADWRIGHT_API_SERVICE_HOST`, `ADWRIGHT_API_SERVICE_PORT_HTTP`, `ADWRIGHT_API_PORT`, `ADWRIGHT_API_PORT_80_TCP_ADDR`.
 */
const serviceLink = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?$/;

export interface UnknownSetting {
  name: string;
  /** The known setting that this is probably a misspelling of. */
  nearest: string | undefined;
}

/**
 * Returns the non-empty variables whose names start with `ADWRIGHT_` but are not settings. Variables that the kubelet
 * injects are left out.
 */
export function unknownSettings(env: NodeJS.ProcessEnv = process.env): UnknownSetting[] {
  const names = Object.keys(env).filter((name) => name.toUpperCase().startsWith(prefix) && (env[name] ?? '') !== '');
  return names
    .filter((name) => !knownSettings.includes(name) && !serviceLink.test(name))
    .map((name) => {
      const nearest = closest(name, knownSettings);
      return { name, nearest: distance(name, nearest) <= editsMax ? nearest : undefined };
    });
}
