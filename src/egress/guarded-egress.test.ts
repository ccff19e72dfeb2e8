import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { startHttpServer, startTcpServer, type TestServer } from '../../test/support/network/raw-server.ts';
import { resolvingTo } from '../../test/support/network/resolving-to.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import { Guard, type GuardOptions, type Resolve } from './guard.ts';
import { GuardedEgress } from './guarded-egress.ts';
import { EgressError } from './port.ts';

const limits = { bytesMax: 100_000, timeoutMs: 5_000 };
const local = parseAllowList('127.0.0.0/8:*');
const egress = (options: Partial<GuardOptions> = {}) =>
  new GuardedEgress({ guard: new Guard({ allow: local, ...options }), version: '1.2.3' });

async function failureOf(work: Promise<unknown>): Promise<EgressError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EgressError))
    throw new Error('the request did not fail with an EgressError', { cause: error });
  return error;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

function send(body: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(body);
}

function redirect(location: string, status = 302): Answer {
  return (response) => response.writeHead(status, { location }).end();
}

const text = 'wool '.repeat(1_000);
const bomb = Buffer.alloc(20_000_000);
const emptyMembers = Buffer.concat(Array.from({ length: 20_000 }, () => gzipSync('')));

const pages: Record<string, Answer> = {
  '/plain': send('hello'),
  '/echo': (response, request) => response.end(JSON.stringify(request.headers)),
  '/challenge': (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('Prove that you are human.'),
  '/gzip': send(gzipSync(text), { 'content-encoding': 'gzip' }),
  '/br': send(brotliCompressSync(text), { 'content-encoding': 'br' }),
  '/deflate': send(deflateSync(text), { 'content-encoding': 'deflate' }),
  '/deflate-raw': send(deflateRawSync(text), { 'content-encoding': 'deflate' }),
  '/zstd': send(zstdCompressSync(text), { 'content-encoding': 'zstd' }),
  '/twice': send(brotliCompressSync(gzipSync(text)), { 'content-encoding': 'gzip, br' }),
  '/thrice': send('x', { 'content-encoding': 'gzip, gzip, gzip' }),
  '/not-gzip': send('this is not gzip', { 'content-encoding': 'gzip' }),
  '/gzip-bomb': send(gzipSync(bomb), { 'content-encoding': 'gzip' }),
  '/br-bomb': send(brotliCompressSync(bomb), { 'content-encoding': 'br' }),
  '/zstd-bomb': send(zstdCompressSync(bomb), { 'content-encoding': 'zstd' }),
  '/deflate-bomb': send(deflateSync(bomb), { 'content-encoding': 'deflate' }),
  '/deflate-raw-bomb': send(deflateRawSync(bomb), { 'content-encoding': 'deflate' }),
  '/bomb-in-bomb': send(gzipSync(gzipSync(bomb)), { 'content-encoding': 'gzip, gzip' }),
  '/empty-members': send(gzipSync(emptyMembers), { 'content-encoding': 'gzip, gzip' }),
  '/large': send(Buffer.alloc(100_001)),
  '/just-fits': send(Buffer.alloc(100_000)),
  '/endless': (response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/slow': (response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => {
      clearInterval(drip);
    });
  },
  '/silent': () => undefined,
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => response.socket?.destroy());
  },
  '/reset': (response) => response.socket?.resetAndDestroy(),
  '/huge-header': send('x', { 'x-filler': 'a'.repeat(270_000) }),
  '/many-headers': (response) => {
    for (let n = 0; n < 4_000; n += 1) response.setHeader(`x-filler-${n}`, 'a'.repeat(60));
    response.end();
  },
  '/missing': (response) => response.writeHead(404).end('no'),
  '/broken': (response) => response.writeHead(500).end('no'),
  '/loop': redirect('/loop'),
  '/to-plain': redirect('/plain', 308),
  '/to-metadata': redirect('http://169.254.169.254/latest/meta-data'),
  '/to-private': redirect('http://10.0.0.1/'),
  '/to-mapped': redirect('http://[::ffff:10.0.0.1]/'),
  '/to-file': redirect('file:///etc/passwd'),
  '/to-credentials': redirect('http://user:secret@127.0.0.1/'),
  '/to-nowhere': redirect('http://'),
  '/to-umlaut': (response) => response.writeHead(302, { location: Buffer.from('/ü').toString('latin1') }).end(),
  '/%C3%BC': send('umlaut'),
  '/no-location': (response) => response.writeHead(302).end(),
  '/cookie': (response) => response.writeHead(302, { 'set-cookie': 'tracked=yes; Path=/', location: '/echo' }).end(),
};
for (let n = 1; n <= 6; n += 1) pages[`/hops-${n}`] = redirect(n === 1 ? '/plain' : `/hops-${n - 1}`);

let site: TestServer;
let raw: TestServer | undefined;

beforeAll(async () => {
  site = await startHttpServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404).end();
    else page(response, request);
  });
});
afterAll(() => site.close());
afterEach(async () => {
  await raw?.close();
  raw = undefined;
});

async function rawSite(answer: (socket: Socket) => void): Promise<string> {
  raw = await startTcpServer(answer);
  return raw.origin;
}

describe('successful requests', () => {
  test('fetch returns bytes, status, content type and the final URL', async () => {
    const got = await egress().fetch(`${site.origin}/to-plain`, limits);
    expect(got).toEqual({
      url: `${site.origin}/plain`,
      status: 200,
      contentType: 'text/plain',
      bytes: Buffer.from('hello'),
    });
  });

  test.each(['/gzip', '/br', '/deflate', '/deflate-raw', '/zstd', '/twice'])(
    'fetch decodes the response of %s',
    async (path) => {
      const got = await egress().fetch(site.origin + path, limits);
      expect(got.bytes.toString()).toBe(text);
    },
  );

  test('fetch sends its user agent and accepted types, and no cookie', async () => {
    const got = await egress().fetch(`${site.origin}/cookie`, { ...limits, accept: 'text/html' });
    expect(JSON.parse(got.bytes.toString())).toEqual({
      host: `127.0.0.1:${site.port}`,
      connection: 'keep-alive',
      'user-agent': 'adwright-stage/1.2.3 (+brand onboarding)',
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br, zstd',
    });
  });

  test('fetch follows a redirect in UTF-8', async () => {
    const got = await egress().fetch(`${site.origin}/to-umlaut`, limits);
    expect(got.bytes.toString()).toBe('umlaut');
  });

  test('fetch follows five redirects', async () => {
    await expect(egress().fetch(`${site.origin}/hops-5`, limits)).resolves.toMatchObject({ status: 200 });
  });

  test('fetch accepts a body as large as the limit', async () => {
    const got = await egress().fetch(`${site.origin}/just-fits`, limits);
    expect(got.bytes.length).toBe(100_000);
  });
});

describe('refused requests', () => {
  test.each<[path: string, reason: string, says: RegExp]>([
    ['/hops-6', 'too_many_redirects', /redirects more than 5 times/],
    ['/loop', 'too_many_redirects', /redirects more than 5 times/],
    ['/to-metadata', 'url_not_allowed', /^169\.254\.169\.254: /],
    ['/to-private', 'url_not_allowed', /^10\.0\.0\.1: /],
    ['/to-mapped', 'url_not_allowed', /::ffff/],
    ['/to-file', 'url_not_allowed', /^127\.0\.0\.1:\d+: only http/],
    ['/to-credentials', 'url_not_allowed', /credentials/],
    ['/to-nowhere', 'url_not_allowed', /not a valid URL/],
    ['/no-location', 'bad_status', /status 302/],
    ['/missing', 'bad_status', /status 404/],
    ['/broken', 'bad_status', /status 500/],
    ['/large', 'too_large', /too large/],
    ['/endless', 'too_large', /too large/],
    ['/gzip-bomb', 'too_large', /too large/],
    ['/br-bomb', 'too_large', /too large/],
    ['/zstd-bomb', 'too_large', /too large/],
    ['/deflate-bomb', 'too_large', /too large/],
    ['/deflate-raw-bomb', 'too_large', /too large/],
    ['/bomb-in-bomb', 'too_large', /too large/],
    ['/empty-members', 'too_large', /too large/],
    ['/thrice', 'bad_response', /encoded too many times/],
    ['/not-gzip', 'bad_response', /cannot be decoded/],
    ['/huge-header', 'bad_response', /headers/],
    ['/many-headers', 'bad_response', /headers/],
    ['/cut', 'bad_response', /cut short/],
    ['/reset', 'connection_reset', /closed the connection/],
  ])('fetch of %s fails with %s', async (path, reason, says) => {
    const failure = await failureOf(egress().fetch(site.origin + path, limits));
    expect(failure.reason).toBe(reason);
    expect(failure.sentence).toMatch(says);
  });

  test.each<[why: string, reason: string, answer: string]>([
    ['a response that is not HTTP', 'bad_response', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a response that is cut in its headers', 'connection_reset', 'HTTP/1.1 200 OK\r\ncontent-le'],
    [
      'a response with two content lengths',
      'bad_response',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    ],
    ['a response with an invalid chunk', 'bad_response', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ])('fetch of %s fails with %s', async (_, reason, answer) => {
    const origin = await rawSite((socket) => socket.end(answer));
    const failure = await failureOf(egress().fetch(origin, limits));
    expect(failure.reason).toBe(reason);
  });

  test.each<[why: string, url: string]>([
    ['another scheme', 'ftp://127.0.0.1/'],
    ['a private address', 'http://192.168.1.1/'],
    ['IPv4 in hexadecimal', 'http://0x0a000001/'],
    ['IPv4 mapped into IPv6', 'http://[::ffff:192.168.1.1]/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['a port that is not a web port', 'http://93.184.216.34:22/'],
    ['an invalid URL', 'not a url'],
  ])('%s is refused before a connection is made', async (_, url) => {
    const failure = await failureOf(egress().fetch(url, limits));
    expect(failure.reason).toBe('url_not_allowed');
  });

  test('a failed response keeps its body only on request and up to the limit', async () => {
    const url = `${site.origin}/challenge`;
    const [asked, unasked, large] = await Promise.all([
      failureOf(egress().fetch(url, { ...limits, failureBytesMax: 1_000 })),
      failureOf(egress().fetch(url, limits)),
      failureOf(egress().fetch(url, { ...limits, failureBytesMax: 10 })),
    ]);
    expect(asked).toMatchObject({ reason: 'bad_status', answer: { url, status: 403, contentType: 'text/html' } });
    expect(asked.answer?.bytes.toString()).toBe('Prove that you are human.');
    expect([unasked, large]).toMatchObject([
      { reason: 'bad_status', answer: undefined },
      { reason: 'bad_status', answer: undefined },
    ]);
  });

  test('a loopback server is not reached without an exception', async () => {
    const before = site.asked.length;
    const failure = await failureOf(egress({ allow: [] }).fetch(site.origin, limits));
    expect(failure.reason).toBe('url_not_allowed');
    expect(site.asked.length).toBe(before);
  });

  test('a closed port fails with connection_refused', async () => {
    const gone = await startHttpServer(() => undefined);
    await gone.close();
    const failure = await failureOf(egress().fetch(gone.origin, limits));
    expect(failure).toMatchObject({ reason: 'connection_refused', host: `127.0.0.1:${gone.port}` });
  });
});

describe('timeouts', () => {
  test.each(['/slow', '/silent'])('fetch of %s ends when its total time is over', async (path) => {
    const failure = await failureOf(egress().fetch(site.origin + path, { ...limits, timeoutMs: 150 }));
    expect(failure.reason).toBe('timed_out');
  });

  test('fetch ends with a timeout if the name server never answers', async () => {
    const silent = egress({ resolve: () => new Promise(() => undefined) });
    const failure = await failureOf(silent.fetch('http://shop.test/', { ...limits, timeoutMs: 50 }));
    expect(failure).toMatchObject({ reason: 'timed_out', host: 'shop.test' });
  });

  test('fetch ends with aborted when the caller aborts', async () => {
    const caller = new AbortController();
    const work = egress().fetch(`${site.origin}/slow`, limits, caller.signal);
    caller.abort();
    expect((await failureOf(work)).reason).toBe('aborted');
  });
});

describe('host names', () => {
  test('fetch connects to the judged address and keeps the host name in the Host header', async () => {
    const named = egress({ resolve: resolvingTo('127.0.0.1') });
    const got = await named.fetch(`http://shop.test:${site.port}/echo`, limits);
    expect(JSON.parse(got.bytes.toString())).toMatchObject({ host: `shop.test:${site.port}` });
  });

  test('one forbidden address among several refuses the request and is not in the message', async () => {
    const mixed = egress({ resolve: resolvingTo('127.0.0.1', '10.9.8.7') });
    const failure = await failureOf(mixed.fetch(`http://shop.test:${site.port}/plain`, limits));
    expect(failure.reason).toBe('url_not_allowed');
    expect(failure.sentence).not.toContain('10.9.8.7');
  });

  test('a host name is judged again in each request', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const rebinding = egress({ resolve: (name) => Promise.resolve({ name, addresses: answers.shift() ?? [] }) });
    const url = `http://shop.test:${site.port}/plain`;
    await expect(rebinding.fetch(url, limits)).resolves.toMatchObject({ status: 200 });
    expect((await failureOf(rebinding.fetch(url, limits))).reason).toBe('url_not_allowed');
  });

  test('a request resolves its host name once, so that a second answer is never used', async () => {
    let lookups = 0;
    const counting = egress({
      resolve: (name) => {
        lookups += 1;
        return Promise.resolve({ name, addresses: lookups === 1 ? ['127.0.0.1'] : ['10.0.0.1'] });
      },
    });
    await counting.fetch(`http://shop.test:${site.port}/plain`, limits);
    expect(lookups).toBe(1);
  });

  test.each<[why: string, resolve: Resolve]>([
    ['a host name without addresses', resolvingTo()],
    [
      'a host name that does not exist',
      () => Promise.reject(Object.assign(new Error('a host name that does not exist'), { code: 'ENOTFOUND' })),
    ],
  ])('%s fails with not_resolved', async (_, resolve) => {
    const failure = await failureOf(egress({ resolve }).fetch('http://shop.test/', limits));
    expect(failure).toMatchObject({ reason: 'not_resolved', sentence: 'shop.test: the name does not resolve' });
  });
});
