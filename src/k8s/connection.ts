import type { Clock } from '../clock/port.ts';
import { loadClusterConfig } from './cluster-config.ts';
import { CredentialSource } from './credentials.ts';
import { RestClient, type RequestObserver } from './rest-client.ts';
import { Transport } from './transport.ts';

export interface ConnectOptions {
  /** The path of a kubeconfig; absent: as kubectl finds its own, or the service account of the pod. */
  kubeconfig?: string | undefined;
  /** `controller`, `api`, `local`, ...: the User-Agent begins with `adwright-<role>/<version>`. */
  role: string;
  version: string;
  clock: Clock;
  observer?: RequestObserver;
  timeoutMs?: number;
}

export interface ClusterConnection {
  client: RestClient;
  /** What kubectl would take without `--namespace`; in a pod its own. */
  namespace: string | undefined;
  /** Ends what is open, watches too. */
  close(): Promise<void>;
}

/** Reads the settings; nothing is sent yet. Throws with a readable message where there are none. */
export function connectCluster(options: ConnectOptions): ClusterConnection {
  const { clock, observer, timeoutMs = 30_000 } = options;
  const load = () => loadClusterConfig(options.kubeconfig);
  const config = load();
  const { cluster, namespace } = config;
  const transport = new Transport(cluster.proxyUrl);
  const credentials = new CredentialSource(config, load, clock);
  const userAgent = `adwright-${options.role}/${options.version}`;
  const server = new URL(cluster.server);
  return {
    client: new RestClient({ server, transport, credentials, userAgent, clock, observer, timeoutMs }),
    namespace,
    close: () => transport.close(),
  };
}
