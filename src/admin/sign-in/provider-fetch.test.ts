import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { providerFetch } from './provider-fetch.ts';

const request = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' as const };
const issuer = 'https://id.example/.well-known/openid-configuration';

let proxy: Server;
let tunnels: IncomingMessage[];
let url: string;

/** Starts a proxy that refuses every tunnel. */
beforeEach(async () => {
  tunnels = [];
  proxy = createServer().on('connect', (asked, socket) => {
    tunnels.push(asked);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterEach(() => {
  proxy.close();
});

test('the proxy of the environment is used, and not for exempted hosts', async () => {
  const egress = { proxy: undefined, proxyCredentialsFile: undefined };
  await expect(
    providerFetch({ proxies: { http: '', https: url, none: '' }, egress })(issuer, request),
  ).rejects.toThrow();
  expect(tunnels.map((asked) => asked.url)).toEqual(['id.example:443']);
  const exempted = { http: '', https: url, none: 'localhost' };
  await expect(providerFetch({ proxies: exempted, egress })('https://localhost:9/', request)).rejects.toThrow();
  expect(tunnels).toHaveLength(1);
});

test('the proxy for pages gets the credentials of its file', async () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'credentials');
  writeFileSync(file, 'ada:hush');
  const egress = { proxy: url, proxyCredentialsFile: file };
  await expect(
    providerFetch({ proxies: { http: '', https: url, none: '' }, egress })(issuer, request),
  ).rejects.toThrow();
  const basic = `Basic ${Buffer.from('ada:hush').toString('base64')}`;
  expect(tunnels[0]?.headers['proxy-authorization']).toBe(basic);
  folder.remove();
});
