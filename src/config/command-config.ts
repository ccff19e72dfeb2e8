import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readEnvironment } from './environment.ts';
import { priceSettings } from './ledger-config.ts';
import { dnsLabel } from './settings.ts';

const defaultDataDir = 'data';

const Environment = z.object({
  ADWRIGHT_DATA_DIR: z.string().optional(),
  ADWRIGHT_NAMESPACE: dnsLabel.optional(),
  /** As kubectl reads it. */
  KUBECONFIG: z.string().optional(),
  /** Set in every pod. */
  KUBERNETES_SERVICE_HOST: z.string().optional(),
});

/** What an operator command may be told beside its own options. */
export interface HomeOptions {
  dataDir?: string;
  kubeconfig?: string;
  namespace?: string;
}

/** Where a command finds its objects. An absent namespace is the kubeconfig's own. */
export type HomeConfig =
  | { kind: 'data-folder'; dataDir: string; namespace: string }
  | { kind: 'cluster'; kubeconfig: string | undefined; namespace: string | undefined };

/**
 * A data folder that is named goes first, then a cluster that is named, then a data folder that is there, then whatever
 * cluster kubectl would talk to. With none of these, the data folder where `adwright local` would keep its objects.
 */
export function readHomeConfig(
  options: HomeOptions,
  env: NodeJS.ProcessEnv = process.env,
  exists: (path: string) => boolean = existsSync,
): HomeConfig {
  const seen = readEnvironment(Environment, env);
  const { kubeconfig, namespace = seen.ADWRIGHT_NAMESPACE } = options;
  const folder = (path: string): HomeConfig => ({
    kind: 'data-folder',
    dataDir: resolve(path),
    namespace: namespace ?? 'default',
  });
  if (options.dataDir !== undefined) return folder(options.dataDir);
  if (kubeconfig !== undefined) return { kind: 'cluster', kubeconfig, namespace };
  if (seen.ADWRIGHT_DATA_DIR !== undefined) return folder(seen.ADWRIGHT_DATA_DIR);
  if (exists(defaultDataDir) || !isClusterKnown(seen, exists)) return folder(defaultDataDir);
  return { kind: 'cluster', kubeconfig, namespace };
}

/** The installation's own prices. */
export function readPrices(env: NodeJS.ProcessEnv = process.env): Readonly<Record<string, number>> {
  return readEnvironment(z.object(priceSettings), env).ADWRIGHT_PRICES;
}

/** As kubectl finds one. */
function isClusterKnown(
  { KUBECONFIG, KUBERNETES_SERVICE_HOST }: z.output<typeof Environment>,
  exists: (path: string) => boolean,
): boolean {
  const isConfigured = KUBECONFIG !== undefined || KUBERNETES_SERVICE_HOST !== undefined;
  return isConfigured || exists(join(homedir(), '.kube', 'config'));
}
