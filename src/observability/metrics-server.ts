import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  address: AddressInfo;
  close(): Promise<void>;
}

/** `/metrics` on a port of its own, so that it need not be reachable from where clients are. Rejects where it cannot listen. */
export async function startMetricsServer(
  registry: Registry,
  address: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    void answer(registry, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The metrics server has no port.');
  return {
    address: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/metrics') {
    response.writeHead(404).end();
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  } else {
    const text = await registry.metrics().catch(() => undefined);
    response.writeHead(text === undefined ? 500 : 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
    response.end(text);
  }
}
