import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { ControllerConfig } from '../config/controller-config.ts';
import { readKubernetesPlaces } from '../config/kubernetes-config.ts';
import type { StorageConfig } from '../config/storage-settings.ts';
import { parseAddress } from '../domain/address-range.ts';
import { plainHost } from '../domain/address-rule.ts';
import type { Resolve } from '../egress/guard.ts';
import { resolveName } from '../egress/resolve-name.ts';
import type { EgressSettings } from '../egress/settings.ts';
import type { ClusterConnection } from '../k8s/connection.ts';
import type { KubernetesPlaces } from '../k8s/kubeconfig.ts';
import { exponentialMs } from '../runtime/backoff.ts';

/** Time limit in milliseconds for resolving one host name. The start of the controller and the API waits for it. */
const resolveMs = 5_000;
const backoff = { baseMs: 1_000, maxMs: 30_000 };

interface OwnServices {
  server: URL;
  /** Address of the API server that Kubernetes sets in the environment of the pod. */
  service: KubernetesPlaces['service'];
  redisUrl: string;
  storage: StorageConfig;
}

interface Options {
  logger: Pick<Logger, 'warn'>;
  /**
   * Signal that ends the attempts to resolve a name. If absent, a name is looked up once, and only the name is denied if
   * it does not resolve.
   */
  retryUntil?: AbortSignal;
  resolve?: Resolve;
  clock?: Pick<Clock, 'sleep'>;
}

/**
 * Returns the deny list `deny`, extended by the host names and addresses of the API server, Redis and the S3 endpoint.
 * URLs of users must not reach these services, which may have public addresses on a cluster with IPv6.
 *
 * Guarantee: with `retryUntil`, the list contains the addresses of every service, because the function does not return
 * before every name resolves. The controller, which makes connections for users and passes the list on to the stages,
 * therefore makes none of them with an incomplete list. The API and the dashboard make no connections for
 * users, so they need no retry: with an incomplete list they may accept a URL that the controller or a stage refuses
 * later.
 *
 * The hosts of S3 on AWS are not added, because users may store their pictures there.
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
  options: Options,
): Promise<EgressSettings> {
  const { service } = readKubernetesPlaces();
  const services = { server, service, redisUrl: redis.url, storage };
  return { ...egress, deny: await denyOwnServices(egress.deny, services, options) };
}

/** Returns a host name and its addresses. If the host is an address, returns only this address. */
async function placesOf(host: string, options: Options): Promise<string[]> {
  if (parseAddress(host) !== undefined) return [host];
  const { logger, retryUntil, resolve = resolveName, clock = systemClock } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      const { addresses } = await resolve(host, AbortSignal.timeout(resolveMs));
      return [host, ...addresses];
    } catch (err) {
      if (retryUntil === undefined) {
        logger.warn(
          { err, host },
          'failed to resolve the host of a service of this installation; URLs of users may not name it, but may contain its addresses',
        );
      } else {
        logger.warn(
          { err, host },
          'failed to resolve the host of a service of this installation; retrying, and not starting before it resolves',
        );
        await clock.sleep(exponentialMs(failures, backoff), retryUntil);
      }
    }
    if (retryUntil === undefined || retryUntil.aborted) return [host];
  }
}
