import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { spansOf, type ReceivedSpan } from './otlp-spans.ts';

export interface Collector {
  /** Value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  spans: ReceivedSpan[];
  /** Header `authorization` of each request. */
  authorizations: (string | undefined)[];
  close(): void;
}

/** Starts a collector that accepts spans by OTLP over HTTP. It answers with `status`; 0: never. */
export async function startCollector({ status } = { status: 200 }): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      authorizations.push(request.headers.authorization);
      if (request.url === '/v1/traces')
        spans.push(...spansOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
      if (status > 0) response.writeHead(status, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ...{ spans, authorizations },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
