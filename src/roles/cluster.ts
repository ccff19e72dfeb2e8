import type { Registry } from 'prom-client';
import { systemClock } from '../clock/system-clock.ts';
import type { ApiConfig } from '../config/api-config.ts';
import { readKubernetesPlaces } from '../config/kubernetes-config.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import { connectCluster, type ClusterConnection } from '../k8s/connection.ts';
import { KubernetesStore } from '../k8s/kubernetes-store.ts';
import { createRestClientMetrics, createWatchMetrics } from '../k8s/metrics.ts';
import { programVersion } from '../version.ts';

export interface Cluster extends ClusterConnection {
  store: KubernetesStore;
}

/**
 * Prepares connections to the cluster that kubectl would use, without sending a request. Throws an error with a
 * readable message if no cluster is configured.
 */
export function openCluster(options: {
  role: string;
  kubeconfig?: string | undefined;
  trustedCa?: string | undefined;
  registry?: Registry;
}): Cluster {
  const { role, kubeconfig, trustedCa, registry } = options;
  const connection = connectCluster({
    ...{ kubeconfig, role, trustedCa },
    places: readKubernetesPlaces(),
    proxies: readProxySettings(),
    version: programVersion(),
    clock: systemClock,
    ...(registry && { observer: createRestClientMetrics(registry) }),
  });
  const observer = registry && createWatchMetrics(registry);
  return { ...connection, store: new KubernetesStore({ client: connection.client, clock: systemClock, observer }) };
}

/**
 * Returns the namespace whose objects the API or the controller watches on a cluster. Undefined means all namespaces.
 */
export function watchedNamespace(config: Pick<ApiConfig, 'namespace' | 'watchAllNamespaces'>): string | undefined {
  return config.watchAllNamespaces ? undefined : config.namespace;
}
