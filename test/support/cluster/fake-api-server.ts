import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { join } from 'node:path';
import type { Clock } from '../../../src/clock/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { readKubernetesPlaces } from '../../../src/config/kubernetes-config.ts';
import { readProxySettings } from '../../../src/config/proxy-config.ts';
import { connectCluster, type ClusterConnection, type ConnectOptions } from '../../../src/k8s/connection.ts';
import { KubernetesStore } from '../../../src/k8s/kubernetes-store.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface ApiServer {
  origin: string;
  /** Requests as `GET /path?query`, in order. */
  asked: string[];
  /** Number of connections opened since the start. */
  connections: number;
  handle: Handle;
  close(): Promise<void>;
}

/** Starts an HTTP server that responds with `handle`. A test may replace `handle` at any time. */
export async function startApiServer(handle: Handle, tls?: ServerOptions): Promise<ApiServer> {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      api.handle(request, response, body);
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on(tls === undefined ? 'connection' : 'secureConnection', () => (api.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test server has no port');
  const api: ApiServer = {
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    asked,
    connections: 0,
    handle,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return api;
}

export function answer(
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Returns the Kubernetes `Status` object of a failed request. */
export function statusOf(code: number, reason: string, message: string, details: object = {}): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message, details };
}

export interface ApiClient extends ClusterConnection {
  store: KubernetesStore;
  kubeconfig: string;
}

/** Opens API clients for test servers, each with its own kubeconfig. */
export class ApiClients {
  readonly folder = temporaryFolder();
  private readonly opened: ClusterConnection[] = [];

  file(name: string, content: string): string {
    const path = join(this.folder.path, name);
    writeFileSync(path, content);
    return path;
  }

  kubeconfig(cluster: object, user: object): string {
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'here' } }],
      'current-context': 'x',
    };
    return this.file('kubeconfig', JSON.stringify(config));
  }

  open(cluster: object, user: object = {}, options: Partial<ConnectOptions> & { clock?: Clock } = {}): ApiClient {
    const kubeconfig = this.kubeconfig(cluster, user);
    const clock = options.clock ?? systemClock;
    const connection = connectCluster({
      ...{ role: 'test', version: '1.2.3', clock, kubeconfig },
      places: readKubernetesPlaces(),
      proxies: readProxySettings(),
      ...options,
    });
    this.opened.push(connection);
    return { ...connection, store: new KubernetesStore({ client: connection.client, clock }), kubeconfig };
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((one) => one.close()));
    this.folder.remove();
  }
}
