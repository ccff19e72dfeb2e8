import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Counter, Registry } from 'prom-client';
import { Probes } from './readiness.ts';
import { startMetricsServer, type MetricsServer } from './metrics-server.ts';

let server: MetricsServer;
const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.address.port}${path}`, { method });

beforeAll(async () => {
  const registry = new Registry();
  new Counter({ name: 'ads_total', help: 'Ads.', registers: [registry] }).inc(3);
  server = await startMetricsServer(registry, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

test('the metrics server serves metrics in the text format', async () => {
  const answer = await ask('/metrics?x=1');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain('ads_total 3');
});

test.each([
  ['/', 'GET', 404],
  ['/metrics/', 'GET', 404],
  ['/readyz', 'GET', 404],
  ['/metrics', 'HEAD', 200],
  ['/metrics', 'POST', 405],
])('%s with the method %s returns status %i', async (path, method, status) => {
  expect((await ask(path, method)).status).toBe(status);
});

test('a port in use is reported to the caller', async () => {
  const { port } = server.address;
  await expect(startMetricsServer(new Registry(), { host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
});

test('the metrics server of a role without another server answers its probes', async () => {
  const readiness = new Probes();
  const own = await startMetricsServer(new Registry(), { host: '127.0.0.1', port: 0 }, readiness);
  const get = (path: string) => fetch(`http://127.0.0.1:${own.address.port}${path}`);
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  readiness.drain();
  const verbose = await get('/readyz?verbose');
  expect(verbose.status).toBe(503);
  expect(await verbose.text()).toBe('[-] serving failed: draining\nnot ready\n');
  await own.close();
});
