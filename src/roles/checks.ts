import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { checkCluster } from '../checks/cluster.ts';
import { checkFiles } from '../checks/files.ts';
import { failed, reasonOf, warning, type Checks, type Finding } from '../checks/finding.ts';
import { checkRedis } from '../checks/redis.ts';
import { checkImages } from '../checks/registry.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { LocationOptions } from '../commands/context.ts';
import { readObjectsLocation } from '../config/command-config.ts';
import { readRedisConfig } from '../config/ledger-config.ts';
import { readStorageConfig } from '../config/files-config.ts';
import { createLogger } from '../observability/logger.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';

const inPod = 'Run the command in the pod of the controller: kubectl exec deploy/adwright-controller -- adwright check';
const DockerConfig = z.object({
  auths: z.record(z.string(), z.object({ auth: z.string().optional() })).default({}),
});

/** Returns the checks of the parts that the settings and the options of the command line name. */
export function openChecks(location: LocationOptions): Checks {
  return {
    cluster: () => asFindings(() => clusterFindings(location)),
    redis: () => asFindings(redisFindings),
    files: () => asFindings(filesFindings),
    registry: ({ images, dockerConfig }) =>
      asFindings(() => checkImages(images, { fetch, credentials: credentialsOf(dockerConfig) })),
  };
}

/** Reports what prevents the checks of a part, such as a setting that is not valid, as their only finding. */
async function asFindings(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [failed(`${reasonOf(error)}.`)];
  }
}

async function clusterFindings({ kubeconfig, namespace }: LocationOptions): Promise<Finding[]> {
  const { openCluster } = await import('./cluster.ts');
  // With a kubeconfig, even an empty one, the location is a cluster and no data folder.
  const seen = readObjectsLocation({ kubeconfig: kubeconfig ?? '', ...(namespace !== undefined && { namespace }) });
  const trustedCa = trustConfiguredAuthorities(seen.kind === 'cluster' ? seen.trustedCaFile : undefined);
  const cluster = openCluster({ role: 'cli', kubeconfig, trustedCa });
  const needsVolumes = readStorageConfig()?.kind !== 's3' || readRedisConfig() === undefined;
  try {
    const checked = seen.namespace ?? cluster.namespace ?? 'default';
    return await checkCluster(cluster.client, { namespace: checked, needsVolumes });
  } finally {
    await cluster.close();
  }
}

async function redisFindings(): Promise<Finding[]> {
  const config = readRedisConfig();
  if (config === undefined) return [warning(`ADWRIGHT_REDIS_URL is not set. ${inPod} redis.`)];
  const { openCheckedRedis } = await import('./ledger.ts');
  const redis = openCheckedRedis(config, {
    ...{ role: 'cli', clock: systemClock },
    logger: createLogger('silent', 'cli'),
  });
  try {
    return await checkRedis(redis, systemClock);
  } finally {
    redis.close();
  }
}

async function filesFindings(): Promise<Finding[]> {
  const storage = readStorageConfig();
  if (storage === undefined) return [warning(`ADWRIGHT_STORAGE is not set. ${inPod} files.`)];
  const { openArtifacts } = await import('./storage.ts');
  const opened = await openArtifacts(storage, 'write');
  try {
    return await checkFiles(opened.artifacts, { clock: systemClock, fetch });
  } finally {
    opened.close();
  }
}

function credentialsOf(file: string | undefined): ReadonlyMap<string, string> {
  if (file === undefined) return new Map();
  const { auths } = DockerConfig.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(
    Object.entries(auths).flatMap(([url, { auth }]) =>
      auth === undefined ? [] : [[registryOf(url), auth] satisfies [string, string]],
    ),
  );
}

/** Host of a registry in a Docker configuration, which names Docker Hub by a URL. */
function registryOf(url: string): string {
  const host = url.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  return host === 'index.docker.io' ? 'docker.io' : host;
}
