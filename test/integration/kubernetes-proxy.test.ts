import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { widgets } from '../contract/widget.ts';
import { answer, ApiClients, startApiServer, type ApiServer } from '../support/cluster/fake-api-server.ts';
import { testCertificates } from '../support/network/test-certificates.ts';
import { startTestProxy, type TestProxy } from '../support/network/test-proxy.ts';

const key = { namespace: 'here', name: 'a' };
const widget = { metadata: { ...key, uid: 'u', resourceVersion: '7' }, spec: { size: 1 } };
const none = { http: '', https: '', none: '' };
const trusted = { 'certificate-authority-data': Buffer.from(testCertificates.authority).toString('base64') };

let server: ApiServer;
let proxy: TestProxy;
let clients: ApiClients;
beforeEach(() => {
  clients = new ApiClients();
});
afterEach(async () => {
  await clients.close();
  proxy.close();
  await server.close();
});

/** Starts an API server at `api.test`, and a proxy. Only the proxy can reach the server under this name. */
async function start(tls?: { key: string; cert: string }): Promise<void> {
  server = await startApiServer((request, response) => {
    if (!(request.url ?? '').includes('watch=')) answer(response, 200, widget);
    else response.writeHead(200).write(`${JSON.stringify({ type: 'ADDED', object: widget })}\n`);
  }, tls);
  proxy = await startTestProxy(Number(new URL(server.origin).port));
}

const startSecure = (): Promise<void> =>
  start({ key: testCertificates.serverKey, cert: testCertificates.serverCertificate });

describe('the proxy of the environment', () => {
  test('requests and watches of an https server use HTTPS_PROXY, with the certificate of the server', async () => {
    await startSecure();
    const proxies = { ...none, https: proxy.url };
    const { store, client } = clients.open({ ...trusted, server: 'https://api.test:6443' }, {}, { proxies });
    expect(await store.get(widgets, key)).toBeDefined();
    const watch = await client.stream('/watched?watch=1', new AbortController().signal);
    for await (const bytes of watch) {
      expect(Buffer.from(bytes).toString()).toContain('ADDED');
      break;
    }
    expect(proxy.asked).toEqual(['CONNECT api.test:6443', 'CONNECT api.test:6443']);
    expect(server.asked).toHaveLength(2);
  });

  test('requests of an http server use HTTP_PROXY without a tunnel', async () => {
    await start();
    const { store } = clients.open({ server: 'http://api.test' }, {}, { proxies: { ...none, http: proxy.url } });
    expect(await store.get(widgets, key)).toBeDefined();
    expect(proxy.asked).toEqual([expect.stringMatching(/^GET http:\/\/api\.test\/apis\//)]);
  });

  test.each<[string, string]>([
    ['a loopback address', ''],
    ['a host of NO_PROXY', 'api.test,127.0.0.0/8'],
  ])('%s is reached without the proxy of the environment', async (_, noProxy) => {
    await start();
    const proxies = { http: proxy.url, https: proxy.url, none: noProxy };
    const { store } = clients.open({ server: server.origin }, {}, { proxies });
    expect(await store.get(widgets, key)).toBeDefined();
    expect(proxy.asked).toEqual([]);
  });
});

describe('proxy-url', () => {
  test('requests use the proxy of the kubeconfig, even for an address of NO_PROXY', async () => {
    await startSecure();
    const cluster = { ...trusted, 'tls-server-name': 'api.test', server: server.origin, 'proxy-url': proxy.url };
    const { store } = clients.open(cluster, {}, { proxies: { ...none, none: '*' } });
    expect(await store.get(widgets, key)).toBeDefined();
    expect(proxy.asked).toEqual([`CONNECT ${new URL(server.origin).host}`]);
  });

  test('a proxy-url of another kind is refused, and the message does not contain its password', async () => {
    await start();
    const open = () => clients.open({ server: server.origin, 'proxy-url': 'ftp://me:s3cr3t@proxy.example' });
    expect(open).toThrow('The proxy for the API server must be an http, https or socks5 URL.');
    expect(open).not.toThrow('s3cr3t');
  });
});
