import type { Logger } from 'pino';
import type { ControllerConfig } from '../config/controller-config.ts';
import type { EgressConfig } from '../config/egress-config.ts';
import { readKubernetesPlaces, type KubernetesPlaces } from '../config/kubernetes-config.ts';
import type { StorageConfig } from '../config/storage-settings.ts';
import { parseAddress } from '../domain/address-range.ts';
import { plainHost } from '../domain/address-rule.ts';
import type { Resolve } from '../egress/guard.ts';
import { resolveName } from '../egress/resolve-name.ts';
import type { ClusterConnection } from '../k8s/connection.ts';

/** Time limit in milliseconds for resolving one host name. The start of the controller and the API waits for it. */
const resolveMs = 5_000;

interface OwnServices {
  server: URL;
  /** Address of the API server that Kubernetes sets in the environment of the pod. */
  service: KubernetesPlaces['service'];
  redisUrl: string;
  storage: StorageConfig;
}

interface Options {
  logger: Pick<Logger, 'warn'>;
  resolve?: Resolve;
}

/**
 * Returns the deny list `deny`, extended by the host names and addresses of the API server, Redis and the S3 endpoint.
 * URLs of users must not reach these services, which may have public addresses on a cluster with IPv6. If a name does
 * not resolve, only the name is added.
 *
 * S3 on AWS is not added, because pictures of users may be there.
 */
export async function denyOwnServices(deny: string, services: OwnServices, options: Options): Promise<string> {
  const { server, service, redisUrl, storage } = services;
  const endpoint = storage.kind === 's3' ? storage.endpoint : undefined;
  const urls = [server, redisUrl, ...(endpoint === undefined ? [] : [endpoint])];
  const hosts = [...urls.map((url) => plainHost(new URL(url))), ...(service === undefined ? [] : [service.host])];
  const found = await Promise.all([...new Set(hosts)].map((host) => placesOf(host, options)));
  return [deny, ...new Set(found.flat())].filter((entry) => entry !== '').join(',');
}

/** Returns the settings for outgoing connections, with the deny list of `denyOwnServices`. */
export async function withOwnServices(
  { egress, redis, storage }: Pick<ControllerConfig, 'egress' | 'redis' | 'storage'>,
  { server }: Pick<ClusterConnection, 'server'>,
  logger: Options['logger'],
): Promise<EgressConfig> {
  const { service } = readKubernetesPlaces();
  const services = { server, service, redisUrl: redis.url, storage };
  return { ...egress, deny: await denyOwnServices(egress.deny, services, { logger }) };
}

/** Returns a host name and its addresses. If the host is an address, returns only this address. */
async function placesOf(host: string, { logger, resolve = resolveName }: Options): Promise<string[]> {
  if (parseAddress(host) !== undefined) return [host];
  try {
    return [host, ...(await resolve(host, AbortSignal.timeout(resolveMs)))];
  } catch (error) {
    logger.warn({ err: error, host }, 'failed to resolve the host of a service; only its name is denied to users');
    return [host];
  }
}
