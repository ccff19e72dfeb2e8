import { createServer as createSecureServer, type Server } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { readEgressConfig } from '../../src/config/egress-config.ts';
import { parseAddressRules } from '../../src/domain/address-rule.ts';
import type { AttemptResult } from '../../src/domain/delivery.ts';
import { egressProxy } from '../../src/egress/egress-proxy.ts';
import { Guard, type Resolve } from '../../src/egress/guard.ts';
import { GuardedEgress } from '../../src/egress/guarded-egress.ts';
import { EgressError, type Fetched } from '../../src/egress/port.ts';
import { trustAuthorities } from '../../src/egress/trusted-ca.ts';
import type { ClaimAddress } from '../../src/webhooks/port.ts';
import { HttpSender } from '../../src/webhooks/http-sender.ts';
import { startHttpServer, startTcpServer, type TestServer } from '../support/network/raw-server.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { testCertificates } from '../support/network/test-certificates.ts';
import { startTestProxy, type TestProxy } from '../support/network/test-proxy.ts';

const { authority, redisAuthority, serverCertificate, serverKey, redisCertificate, redisKey } = testCertificates;
const folder = temporaryFolder();
const trustedBefore = tls.getCACertificates('default');

/** Web server that only the proxy can reach: this process cannot resolve its host names. */
let site: TestServer;
let secureSite: Server;
let proxies: TestProxy[];

beforeAll(async () => {
  const file = join(folder.path, 'authorities.pem');
  writeFileSync(file, authority + redisAuthority);
  trustAuthorities(file);
  site = await startHttpServer((request, response) => {
    const query = new URL(request.url ?? '', site.origin).searchParams;
    const to = query.get('to');
    response.statusCode = Number(query.get('status') ?? 200);
    if (to === null) response.end(JSON.stringify(request.headers));
    else response.writeHead(302, { location: to }).end();
  });
  secureSite = createSecureServer({ cert: serverCertificate, key: serverKey }, (request, response) => {
    response.statusCode = Number(new URL(request.url ?? '', site.origin).searchParams.get('status') ?? 200);
    response.end(JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => secureSite.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  tls.setDefaultCACertificates(trustedBefore);
  await site.close();
  secureSite.closeAllConnections();
  secureSite.close();
  folder.remove();
});
beforeEach(() => {
  proxies = [];
});
afterEach(() => {
  for (const proxy of proxies) proxy.close();
});

const securePort = (): number => (secureSite.address() as AddressInfo).port;

async function proxyTo(port: number, options: Parameters<typeof startTestProxy>[1] = {}): Promise<TestProxy> {
  const proxy = await startTestProxy(port, options);
  proxies.push(proxy);
  return proxy;
}

interface Setting {
  proxy: string;
  noProxy?: string;
  deny?: string;
  credentials?: string;
  /** Addresses of the host names that this process can resolve. */
  names?: Record<string, string[]>;
}

function guard({ proxy, noProxy = '', deny = '', credentials, names = {} }: Setting): Guard {
  const file = join(folder.path, 'credentials');
  if (credentials !== undefined) writeFileSync(file, `${credentials}\n`);
  const config = readEgressConfig({
    ADWRIGHT_EGRESS_PROXY: proxy,
    ...(credentials !== undefined && { ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: file }),
  });
  const resolve: Resolve = (name) =>
    names[name] === undefined
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve({ name, addresses: names[name] });
  const allow = `127.0.0.1/32:${site.port}`;
  return new Guard({ ...parseAddressRules({ allow, deny }), proxy: egressProxy(config, noProxy), resolve });
}

async function fetched(url: string, setting: Setting): Promise<Fetched | EgressError> {
  const egress = new GuardedEgress({ guard: guard(setting), version: 'test' });
  try {
    return await egress.fetch(url, { bytesMax: 10_000, timeoutMs: 2_000 });
  } catch (error) {
    if (error instanceof EgressError) return error;
    throw error;
  }
}

function headersOf(got: Fetched | EgressError): Record<string, string> {
  if (got instanceof EgressError) throw got;
  return JSON.parse(got.bytes.toString()) as Record<string, string>;
}

async function sent(url: string, setting: Setting, claim: ClaimAddress = () => true): Promise<AttemptResult> {
  const sender = new HttpSender({ guard: guard(setting), clock: systemClock, version: 'test', timeoutMs: 2_000 });
  const callback = { id: 'job', account: 'ads/acme', url, body: Buffer.from('{"a":1}'), keys: [Buffer.alloc(32)] };
  const result = await sender.send(callback, claim, new AbortController().signal);
  if (result === 'address-busy') throw new Error('the address is busy');
  return result;
}

describe('a page behind a proxy', () => {
  test('a page over http is requested from the proxy with its whole URL', async () => {
    const proxy = await proxyTo(site.port);
    const got = await fetched('http://shop.example/a?b=c#d', { proxy: proxy.url });
    expect(headersOf(got)).toMatchObject({ host: 'shop.example', 'user-agent': expect.stringContaining('adwright') });
    expect(proxy.asked).toEqual(['GET http://shop.example/a?b=c']);
    expect(got).toMatchObject({ url: 'http://shop.example/a?b=c#d' });
  });

  test('a page over https is requested through a tunnel, and its certificate is verified', async () => {
    const proxy = await proxyTo(securePort());
    expect(headersOf(await fetched('https://api.test/', { proxy: proxy.url }))).toMatchObject({ host: 'api.test' });
    expect(await fetched('https://shop.example/', { proxy: proxy.url })).toMatchObject({ reason: 'tls' });
    expect(proxy.asked).toEqual(['CONNECT api.test:443', 'CONNECT shop.example:443']);
  });

  test.each(['http', 'https'])('a page over %s can be requested through an https proxy', async (scheme) => {
    const port = scheme === 'http' ? site.port : securePort();
    const proxy = await proxyTo(port, { tls: { cert: redisCertificate, key: redisKey } });
    expect(headersOf(await fetched(`${scheme}://api.test/`, { proxy: proxy.url }))).toMatchObject({ host: 'api.test' });
  });

  test.each(['http', 'https'])(
    'a request over %s carries the credentials to the proxy and not to the site',
    async (scheme) => {
      const authorization = `Basic ${Buffer.from('ads:s3cr3t:x').toString('base64')}`;
      const proxy = await proxyTo(scheme === 'http' ? site.port : securePort(), { authorization });
      const got = await fetched(`${scheme}://api.test/`, { proxy: proxy.url, credentials: 'ads:s3cr3t:x' });
      expect(headersOf(got)['proxy-authorization']).toBeUndefined();
      expect(await fetched(`${scheme}://api.test/`, { proxy: proxy.url, credentials: 'ads:old' })).toBeInstanceOf(
        EgressError,
      );
    },
  );

  test('a request that the proxy refuses or does not answer fails with the reason', async () => {
    const refusing = await proxyTo(securePort(), { authorization: 'Basic x' });
    expect(await fetched('https://api.test/', { proxy: refusing.url })).toMatchObject({
      reason: 'proxy_error',
      sentence: 'api.test: the proxy refused the connection with status 407',
    });
    const silent = await startTcpServer(() => undefined);
    expect(await fetched('https://api.test/', { proxy: silent.origin })).toMatchObject({ reason: 'timed_out' });
    expect(await fetched('http://api.test/', { proxy: silent.origin })).toMatchObject({ reason: 'timed_out' });
    await silent.close();
    expect(await fetched('http://api.test/', { proxy: silent.origin })).toMatchObject({
      reason: 'proxy_error',
      sentence: 'api.test: the proxy could not be reached',
    });
  });

  test('a page whose response breaks rules of HTTP is requested from the proxy once more, with the credentials', async () => {
    const heads: string[] = [];
    const proxy = await startTcpServer((socket) => {
      socket.on('data', (chunk) => {
        heads.push(chunk.toString());
        socket.end('HTTP/1.1 200 OK\r\nx-policy: a;\r\n b\r\ncontent-length: 4\r\n\r\nwool');
      });
    });
    const got = await fetched('http://shop.example/a?b=c', { proxy: proxy.origin, credentials: 'a:b' });
    await proxy.close();
    expect(got).toMatchObject({ bytes: Buffer.from('wool') });
    expect(heads.map((head) => head.split('\r\n')[0])).toEqual(Array(2).fill('GET http://shop.example/a?b=c HTTP/1.1'));
    for (const head of heads)
      expect(head).toMatch(/^host: shop\.example\r\n[^]*^proxy-authorization: Basic YTpi\r\n/im);
  });

  test('a proxy whose answer to CONNECT breaks rules of HTTP opens a tunnel', async () => {
    const proxy = await startTcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\nx-policy: a;\n b\n\n');
        const onward = connect(securePort(), '127.0.0.1').on('error', () => undefined);
        socket.pipe(onward).pipe(socket);
      });
    });
    expect(headersOf(await fetched('https://api.test/', { proxy: proxy.origin }))).toMatchObject({ host: 'api.test' });
    expect(await sent('https://api.test/', { proxy: proxy.origin })).toMatchObject({ outcome: 'delivered' });
    await proxy.close();
  });

  test('a request fails if the file with the proxy credentials is missing', async () => {
    const proxy = await proxyTo(site.port);
    const setting = { proxy: proxy.url, credentials: 'a:b' };
    const egress = new GuardedEgress({ guard: guard(setting), version: 'test' });
    rmSync(join(folder.path, 'credentials'));
    await expect(egress.fetch('http://shop.example/', { bytesMax: 1_000, timeoutMs: 2_000 })).rejects.toMatchObject({
      reason: 'proxy_error',
    });
    expect(proxy.asked).toEqual([]);
  });

  test.each<[string, string]>([
    ['a private address', 'http://10.0.0.1/'],
    ['an address of metadata in hexadecimal', 'http://0xa9fea9fe/'],
    ['a name of the cluster', 'http://redis.ads.svc/'],
    ['a single label', 'http://redis/'],
  ])('a redirect of a page to %s is not followed through the proxy', async (_, to) => {
    const proxy = await proxyTo(site.port);
    const from = `http://shop.example/?to=${encodeURIComponent(to)}`;
    expect(await fetched(from, { proxy: proxy.url })).toMatchObject({ reason: 'url_not_allowed' });
    expect(proxy.asked).toEqual([`GET ${from}`]);
  });

  test('a redirect of a page to another site is followed through the proxy', async () => {
    const proxy = await proxyTo(site.port);
    await fetched('http://shop.example/?to=http://other.example/', { proxy: proxy.url });
    expect(proxy.asked).toEqual(['GET http://shop.example/?to=http://other.example/', 'GET http://other.example/']);
  });
});

describe.each<[string, (url: string, setting: Setting) => Promise<unknown>, object]>([
  ['a page', fetched, { reason: 'url_not_allowed' }],
  ['a callback', sent, { outcome: 'failed', error: 'url_not_allowed' }],
])('the host of %s behind a proxy', (_, request, refusal) => {
  test.each<[string, string, Partial<Setting>]>([
    ['a literal private address', 'http://10.0.0.1/', {}],
    ['a name that resolves to a private address', 'http://a.example/', { names: { 'a.example': ['10.0.0.1'] } }],
    ['a name that resolves to a denied address', 'http://a.example/', { names: { 'a.example': ['93.184.216.34'] } }],
    ['a denied name', 'http://denied.example/', {}],
    ['a denied name with a trailing dot', 'http://denied.example./', {}],
    ['a single label', 'http://redis/', {}],
    ['localhost', 'http://localhost/', { names: { localhost: ['127.0.0.1'] } }],
    ['a name in localhost', 'http://a.localhost/', {}],
    ['a name in .local', 'http://printer.local/', {}],
    ['a name in .internal', 'http://metadata.google.internal/', {}],
    ['a name in .svc', 'http://redis.ads.svc/', {}],
    ['a name in .cluster.local', 'http://redis.ads.svc.cluster.local/', {}],
    ['a name with another port', `http://a.example:8443/`, {}],
    ['a direct name that resolves to a private address', 'http://a.corp/', { names: { 'a.corp': ['10.0.0.1'] } }],
  ])('a host behind a proxy is refused if it is %s', async (_what, url, setting) => {
    const proxy = await proxyTo(site.port);
    const deny = '93.184.0.0/16, denied.example';
    const got = await request(url, { proxy: proxy.url, deny, noProxy: '.corp', ...setting });
    expect(got).toMatchObject(refusal);
    expect(proxy.asked).toEqual([]);
  });

  test('a host is requested from the proxy by its name if it resolves to a public address', async () => {
    const proxy = await proxyTo(site.port);
    await request('http://a.example/', { proxy: proxy.url, names: { 'a.example': ['93.184.216.34'] } });
    expect(proxy.asked).toEqual([expect.stringMatching(/^(GET|POST) http:\/\/a\.example\/$/)]);
  });

  test('a host is requested without the proxy if NO_PROXY has its name or its range', async () => {
    const proxy = await proxyTo(site.port);
    const asked = site.asked.length;
    const names = { 'a.corp': ['127.0.0.1'] };
    await request(`http://a.corp:${site.port}/`, { proxy: proxy.url, noProxy: 'b.corp, .corp', names });
    await request(`${site.origin}/`, { proxy: proxy.url, noProxy: '127.0.0.0/8' });
    expect([proxy.asked, site.asked.length - asked]).toEqual([[], 2]);
  });

  test('a host name that NO_PROXY has is not resolved by the proxy', async () => {
    const proxy = await proxyTo(site.port);
    expect(await request('http://a.corp/', { proxy: proxy.url, noProxy: '.corp' })).toMatchObject(
      Object.fromEntries(Object.keys(refusal).map((key) => [key, key === 'outcome' ? 'failed' : 'not_resolved'])),
    );
    expect(proxy.asked).toEqual([]);
  });
});

describe('a callback behind a proxy', () => {
  test.each(['http', 'https'])(
    'a callback over %s through a proxy is delivered, and no excerpt of the response is kept',
    async (scheme) => {
      const authorization = `Basic ${Buffer.from('ads:s3cr3t').toString('base64')}`;
      const proxy = await proxyTo(scheme === 'http' ? site.port : securePort(), { authorization });
      const result = await sent(`${scheme}://api.test/hook?x=1`, { proxy: proxy.url, credentials: 'ads:s3cr3t' });
      expect(result).toEqual({ outcome: 'delivered', status: 200, latencyMs: expect.any(Number) });
      expect(proxy.asked).toEqual([scheme === 'http' ? 'POST http://api.test/hook?x=1' : 'CONNECT api.test:443']);
    },
  );

  test('a callback through a proxy counts for the address that its host name resolves to', async () => {
    const proxy = await proxyTo(site.port);
    const claimed: string[] = [];
    const claim = (address: string): boolean => claimed.push(address) > 0;
    await sent('http://a.example/', { proxy: proxy.url, names: { 'a.example': ['93.184.216.34', '1.1.1.1'] } }, claim);
    await sent('http://b.example/', { proxy: proxy.url }, claim);
    expect(claimed).toEqual(['93.184.216.34 port 80']);
  });

  test.each([302, 403, 404, 407, 410, 502, 503, 504])(
    'a callback over https whose proxy answers CONNECT with %i fails with proxy_error and stays open',
    async (status) => {
      const proxy = await proxyTo(securePort(), { status });
      expect(await sent('https://api.test/', { proxy: proxy.url })).toEqual({
        ...{ outcome: 'failed', error: 'proxy_error', status, latencyMs: expect.any(Number) },
      });
    },
  );

  test.each(['http', 'https'])(
    'a callback over %s fails with proxy_error if the proxy refuses the credentials',
    async (scheme) => {
      const proxy = await proxyTo(scheme === 'http' ? site.port : securePort(), { authorization: 'Basic x' });
      expect(await sent(`${scheme}://api.test/`, { proxy: proxy.url })).toMatchObject({
        ...{ outcome: 'failed', error: 'proxy_error', status: 407 },
      });
    },
  );

  test.each(['http', 'https'])(
    'a callback over %s fails with proxy_error if the proxy cannot be reached',
    async (scheme) => {
      const gone = await startTcpServer(() => undefined);
      await gone.close();
      const result = await sent(`${scheme}://api.test/`, { proxy: gone.origin });
      expect(result).toEqual({ outcome: 'failed', error: 'proxy_error', latencyMs: expect.any(Number) });
    },
  );

  test.each<[string, number, object]>([
    ['http', 407, { outcome: 'failed', error: 'proxy_error' }],
    ['http', 410, { outcome: 'gone', error: 'gone' }],
    ['http', 502, { outcome: 'failed', error: 'bad_status' }],
    ['https', 407, { outcome: 'failed', error: 'bad_status' }],
    ['https', 410, { outcome: 'gone', error: 'gone' }],
  ])('a callback over %s through a proxy that gets %i has the result of this status', async (scheme, status, want) => {
    const proxy = await proxyTo(scheme === 'http' ? site.port : securePort());
    const result = await sent(`${scheme}://api.test/?status=${status}`, { proxy: proxy.url });
    expect(result).toMatchObject({ ...want, status });
  });

  test('a callback over https through a proxy fails with tls if the certificate is not valid for the host', async () => {
    const proxy = await proxyTo(securePort());
    expect(await sent('https://shop.example/', { proxy: proxy.url })).toMatchObject({ error: 'tls' });
  });

  test('a 407 to a callback without a proxy counts as the answer of the receiver', async () => {
    const result = await sent(`${site.origin}/?status=407`, { proxy: 'http://127.0.0.1:9', noProxy: '*' });
    expect(result).toMatchObject({ outcome: 'failed', error: 'bad_status', status: 407 });
  });
});
