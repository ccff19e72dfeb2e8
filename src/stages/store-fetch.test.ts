import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { startHttpServer, type TestServer } from '../../test/support/network/raw-server.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { startTestProxy, type TestProxy } from '../../test/support/network/test-proxy.ts';
import { storeFetch } from './store-fetch.ts';

const authorization = `Basic ${Buffer.from('ads:s3cr3t').toString('base64')}`;
const folder = temporaryFolder();
const file = join(folder.path, 'credentials');
writeFileSync(file, 'ads:s3cr3t');
let store: TestServer;
let proxy: TestProxy;
beforeEach(async () => {
  store = await startHttpServer((request, response) => {
    response.writeHead(request.method === 'PUT' ? 201 : 200).end('bytes');
  });
  proxy = await startTestProxy(store.port, { authorization });
});
afterEach(async () => {
  proxy.close();
  await store.close();
});

afterAll(() => {
  folder.remove();
});

const direct = { http: '', https: '', none: '' };
const url = 'http://s3.test/ads/file?X-Amz-Signature=0';

test('a request to the store uses the proxy of the environment and its credentials in the file', async () => {
  const fetchFile = storeFetch({
    proxies: { ...direct, http: proxy.url },
    egress: { proxy: proxy.url, proxyCredentialsFile: file },
  });
  const request = { method: 'PUT', body: Buffer.from('x'), headers: { 'content-type': 'image/png' } };
  expect((await fetchFile(url, request)).status).toBe(201);
  expect(proxy.asked).toEqual([`PUT ${url}`]);
});

test('another proxy than that of pages gets no credentials from the file', async () => {
  const fetchFile = storeFetch({
    proxies: { ...direct, http: proxy.url },
    egress: { proxy: 'http://proxy.example:3128', proxyCredentialsFile: file },
  });
  await expect(fetchFile(url, { method: 'GET' })).rejects.toThrow();
  expect(store.asked).toEqual([]);
});

test.each([direct, { ...direct, http: 'http://proxy.example', none: '127.0.0.0/8' }])(
  'a request to the store is direct with %p',
  async (proxies) => {
    const answer = await storeFetch({ proxies, egress: { proxy: undefined, proxyCredentialsFile: undefined } })(
      `${store.origin}/ads/file`,
      { method: 'GET' },
    );
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('bytes');
    expect(proxy.asked).toEqual([]);
  },
);
