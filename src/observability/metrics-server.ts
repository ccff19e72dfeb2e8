import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { createHttpService } from '../http/server.ts';
import { readyAnswer, type Readiness } from './readiness.ts';

export interface MetricsServer {
  address: AddressInfo;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` on a port of its own, which clients of the API need not reach. With `readiness`, also serves
 * `/livez` and `/readyz`, for a process without another HTTP server. Rejects if it cannot listen.
 */
export async function startMetricsServer(
  registry: Registry,
  address: { host: string; port: number },
  readiness?: Readiness,
): Promise<MetricsServer> {
  const server = createHttpService();
  const bound = await server.listen(address);
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    void answer({ registry, readiness }, request, response);
  };
  server.serve({ handler, publicUrl: '' });
  return { address: bound, close: () => server.drain(0) };
}

interface Sources {
  registry: Registry;
  readiness: Readiness | undefined;
}

async function answer(sources: Sources, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const page = await pageAt(path, new URLSearchParams(query), sources);
  if (page === undefined) {
    response.writeHead(404).end();
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  } else {
    response.writeHead(page.status, { 'Content-Type': page.contentType, 'Cache-Control': 'no-store' });
    response.end(page.text);
  }
}

interface Page {
  status: number;
  contentType: string;
  text: string;
}

const plain = 'text/plain; charset=utf-8';

async function pageAt(
  path: string,
  query: URLSearchParams,
  { registry, readiness }: Sources,
): Promise<Page | undefined> {
  if (path === '/metrics') return metricsPage(registry);
  if (readiness === undefined) return undefined;
  if (path === '/livez') return { status: 200, contentType: plain, text: 'ok\n' };
  if (path === '/readyz') return { contentType: plain, ...readyAnswer(readiness, query.has('verbose')) };
  return undefined;
}

async function metricsPage(registry: Registry): Promise<Page> {
  const text = await registry.metrics().catch(() => undefined);
  return { status: text === undefined ? 500 : 200, contentType: registry.contentType, text: text ?? '' };
}
