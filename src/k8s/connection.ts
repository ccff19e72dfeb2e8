import type { Clock } from '../clock/port.ts';
import { proxyOf } from '../egress/proxy.ts';
import type { ProxySettings } from '../egress/settings.ts';
import { loadClusterConfig } from './cluster-config.ts';
import { CredentialSource } from './credentials.ts';
import type { KubernetesPlaces } from './kubeconfig.ts';
import { RestClient, type RequestObserver } from './rest-client.ts';
import { Transport } from './transport.ts';

export interface ConnectOptions {
  /** Path of a kubeconfig. If absent, uses the kubeconfig that kubectl would use, or the service account of the pod. */
  kubeconfig?: string | undefined;
  places: KubernetesPlaces;
  role: string;
  version: string;
  clock: Clock;
  observer?: RequestObserver;
  /** Certificate authorities (PEM) that are trusted in addition to the authority in the kubeconfig. */
  trustedCa?: string | undefined;
  /** Proxies for connections to the API server. */
  proxies: ProxySettings;
  timeoutMs?: number;
}

export interface ClusterConnection {
  client: RestClient;
  server: URL;
  /** Namespace that kubectl would use by default; inside a pod, the pod's own namespace. */
  namespace: string | undefined;
  /** Name of the user in the kubeconfig, or of the user that it acts as. */
  userName: string | undefined;
  close(): Promise<void>;
}

/**
 * Prepares connections to the cluster: reads the kubeconfig, but sends no request yet. Throws an error with a readable
 * message if no cluster is configured.
 */
export function connectCluster(options: ConnectOptions): ClusterConnection {
  const { clock, observer, timeoutMs = 30_000 } = options;
  const load = () => loadClusterConfig(options.kubeconfig, options.places, options.trustedCa);
  const config = load();
  const { cluster, namespace, userName } = config;
  const credentials = new CredentialSource(config, load, clock);
  const userAgent = `adwright-${options.role}/${options.version}`;
  const server = new URL(cluster.server);
  // A cluster in a kubeconfig can name its own proxy (`proxy-url`). As in kubectl, NO_PROXY does not apply to this
  // proxy.
  const transport = new Transport(cluster.proxyUrl || proxyOf(server, options.proxies));
  return {
    client: new RestClient({ server, transport, credentials, userAgent, clock, observer, timeoutMs }),
    ...{ server, namespace, userName },
    close: () => transport.close(),
  };
}
