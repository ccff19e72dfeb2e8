import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LocationOptions } from '../commands/context.ts';
import { trustSettings } from './egress-settings.ts';
import { readEnvironment } from './environment.ts';
import { priceSettings } from './ledger-settings.ts';
import { modelsSettings } from './models-settings.ts';
import { commandSettings, voicesSettings } from './role-settings.ts';
import { schemaOf, type ValuesOf } from './setting.ts';

const defaultDataDir = 'data';

/**
 * Location of the objects that an operator command works on: a data folder or a cluster. If `namespace` is absent, the
 * namespace of the kubeconfig applies.
 */
export type ObjectsLocation =
  | { kind: 'data-folder'; dataDir: string; namespace: string }
  | {
      kind: 'cluster';
      kubeconfig: string | undefined;
      namespace: string | undefined;
      /**
       * Name and namespace of the Secret that contains the signing secrets of accounts. If the namespace is absent, it
       * is the namespace of the command.
       */
      accountSecrets: { namespace: string | undefined; name: string };
      trustedCaFile: string | undefined;
    };

/**
 * Returns the location of the objects that an operator command works on. It is the first of these that is given or
 * exists: the data folder option, the cluster option, `ADWRIGHT_DATA_DIR`, a folder `data`, the cluster that kubectl
 * would use. If there is none, it is a new folder `data`.
 */
export function readObjectsLocation(
  options: LocationOptions,
  env: NodeJS.ProcessEnv = process.env,
  exists: (path: string) => boolean = existsSync,
): ObjectsLocation {
  const seen = readEnvironment(schemaOf(commandSettings), env);
  const { accountSecrets, trustedCaFile } = seen;
  const { kubeconfig, namespace = seen.namespace } = options;
  const folder = (path: string): ObjectsLocation => ({
    kind: 'data-folder',
    dataDir: resolve(path),
    namespace: namespace ?? 'default',
  });
  if (options.dataDir !== undefined) return folder(options.dataDir);
  if (kubeconfig !== undefined) return { kind: 'cluster', kubeconfig, namespace, accountSecrets, trustedCaFile };
  if (seen.dataDir !== undefined) return folder(seen.dataDir);
  if (exists(defaultDataDir) || !isClusterKnown(seen, exists)) return folder(defaultDataDir);
  return { kind: 'cluster', kubeconfig, namespace, accountSecrets, trustedCaFile };
}

export function readPrices(env: NodeJS.ProcessEnv = process.env): Readonly<Record<string, number>> {
  return readEnvironment(schemaOf(priceSettings), env).prices;
}

/** Returns the file with the models that stages may call, and the file with authorities that connections trust. */
export function readModelsSettings(env: NodeJS.ProcessEnv = process.env) {
  return readEnvironment(schemaOf({ ...modelsSettings, ...trustSettings }), env);
}

/** Returns the folder with the speech model and the voices for films. */
export function readVoicesDir(env: NodeJS.ProcessEnv = process.env): string {
  return readEnvironment(schemaOf(voicesSettings), env).voicesDir;
}

function isClusterKnown(
  { kubeconfig, serviceHost }: ValuesOf<typeof commandSettings>,
  exists: (path: string) => boolean,
): boolean {
  const isConfigured = kubeconfig !== undefined || serviceHost !== undefined;
  return isConfigured || exists(join(homedir(), '.kube', 'config'));
}
