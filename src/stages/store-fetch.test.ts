import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { startHttpServer, type TestServer } from '../../test/support/network/raw-server.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { startTestProxy, type TestProxy } from '../../test/support/network/test-proxy.ts';
import { fetchFromStore } from './store-fetch.ts';

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

const url = 'http://s3.test/ads/file?X-Amz-Signature=0';

test('a request to the store uses the proxy of the environment and its credentials in the file', async () => {
  const env = {
    HTTP_PROXY: proxy.url,
    ADWRIGHT_EGRESS_PROXY: proxy.url,
    ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: file,
  };
  const request = { method: 'PUT', body: Buffer.from('x'), headers: { 'content-type': 'image/png' } };
  expect((await fetchFromStore(url, request, env)).status).toBe(201);
  expect(proxy.asked).toEqual([`PUT ${url}`]);
});

test('another proxy than that of pages gets no credentials from the file', async () => {
  const env = {
    HTTP_PROXY: proxy.url,
    ADWRIGHT_EGRESS_PROXY: 'http://proxy.example:3128',
    ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: file,
  };
  await expect(fetchFromStore(url, { method: 'GET' }, env)).rejects.toThrow();
  expect(store.asked).toEqual([]);
});

test.each([{}, { HTTP_PROXY: 'http://proxy.example', NO_PROXY: '127.0.0.0/8' }])(
  'a request to the store is direct with %p',
  async (env) => {
    const answer = await fetchFromStore(`${store.origin}/ads/file`, { method: 'GET' }, env);
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('bytes');
    expect(proxy.asked).toEqual([]);
  },
);
