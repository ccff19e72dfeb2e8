import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Credentials } from '../../src/k8s/credentials.ts';
import { Transport } from '../../src/k8s/transport.ts';
import { until } from '../support/process/until.ts';

const certificate = (tlsFingerprint: string): Credentials => ({ headers: {}, tls: {}, tlsFingerprint });

let server: Server;
let origin: string;
let asked: ServerResponse[];
beforeEach(async () => {
  asked = [];
  server = createServer((_, response) => asked.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test.each(['requests', 'watches'] as const)(
  'closing the transport ends running %s, including those with an old certificate',
  async (lane) => {
    const transport = new Transport(undefined);
    const get = (fingerprint: string) =>
      transport.lane(lane, certificate(fingerprint)).request({ origin, path: '/', method: 'GET' });
    const ends = [get('old'), get('new')].map((running) =>
      running.then(String, (error: unknown) => (error instanceof Error ? error.name : error)),
    );
    await until(() => asked.length === 2);
    await transport.close();
    expect(await Promise.all(ends)).toEqual(['ClientDestroyedError', 'ClientDestroyedError']);
  },
);

test('a running request with an old certificate completes', async () => {
  const transport = new Transport(undefined);
  const running = transport.lane('requests', certificate('old')).request({ origin, path: '/', method: 'GET' });
  await until(() => asked.length === 1);
  transport.lane('requests', certificate('new'));
  asked[0]?.end('{}');
  expect((await running).statusCode).toBe(200);
  await transport.close();
});
