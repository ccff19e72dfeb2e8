import { afterEach, describe, expect, test } from '@jest/globals';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startTcpServer, type TestServer } from '../../test/support/network/raw-server.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import { Guard } from './guard.ts';
import { GuardedEgress } from './guarded-egress.ts';
import { EgressError, type Fetched, type FetchLimits } from './port.ts';

const limits: FetchLimits = { bytesMax: 100_000, timeoutMs: 5_000 };
const ok = 'HTTP/1.1 200 OK\r\n';
const many = (count: number): string =>
  Array.from({ length: count }, (_, n) => `x-filler-${n}: ${'a'.repeat(80)}\r\n`).join('');

let server: TestServer | undefined;
/** Heads of the requests, in order, one for each connection that sent a request. */
let requests: string[] = [];
afterEach(async () => {
  await server?.close();
  server = undefined;
  requests = [];
});

/** Starts a server that answers each request with the bytes, and then calls `after`. */
async function answering(
  bytes: string | Buffer,
  after: (socket: Socket) => void = (socket) => socket.end(),
): Promise<string> {
  server = await startTcpServer((socket) => {
    socket.on('data', (chunk) => {
      requests.push(chunk.toString());
      socket.write(bytes);
      after(socket);
    });
  });
  return server.origin;
}

function egress(): GuardedEgress {
  return new GuardedEgress({ guard: new Guard({ allow: parseAllowList('127.0.0.0/8:*') }), version: '1.2.3' });
}

async function fetched(url: string, more: Partial<FetchLimits> = {}, from = egress()): Promise<Fetched | EgressError> {
  try {
    return await from.fetch(url, { ...limits, ...more });
  } catch (error) {
    if (error instanceof EgressError) return error;
    throw error;
  }
}

function textOf(result: Fetched | EgressError): string {
  return result instanceof EgressError ? result.sentence : result.bytes.toString();
}

const keepOpen = (): void => undefined;

describe('a response that browsers read', () => {
  test.each<[what: string, response: string | Buffer]>([
    ['a folded header', `${ok}x-policy: a;\r\n b;\r\n\tc\r\ncontent-length: 4\r\n\r\nwool`],
    ['a folded header among many', `${ok}${many(20)}x-policy: a;\r\n b\r\n${many(20)}content-length: 4\r\n\r\nwool`],
    ['a folded length', `${ok}content-length:\r\n 4\r\n\r\nwool`],
    ['a folded transfer encoding', `${ok}transfer-encoding:\r\n\tchunked\r\n\r\n4\r\nwool\r\n0\r\n\r\n`],
    ['a folded line before all headers', `${ok} x: y\r\ncontent-length: 4\r\n\r\nwool`],
    ['line feeds as line ends', 'HTTP/1.1 200 OK\ncontent-length: 4\nx: y\n\nwool'],
    ['line ends of both kinds', 'HTTP/1.1 200 OK\r\ncontent-length: 4\nx: y\r\n\nwool'],
    ['line feeds and a folded header', 'HTTP/1.1 200 OK\nx: a\n b\ncontent-length: 4\n\nwool'],
    ['a carriage return in a header', `${ok}x: a\rb\r\ncontent-length: 4\r\n\r\nwool`],
    ['two carriage returns at the end of a header', `${ok}x: a\r\r\ncontent-length: 4\r\n\r\nwool`],
    ['the same length twice', `${ok}content-length: 4\r\nContent-Length: 4\r\n\r\nwool`],
    ['the same length twice in one header', `${ok}content-length: 4, 4\r\n\r\nwool`],
    ['an empty length', `${ok}content-length:\r\n\r\nwool`],
    ['a negative length', `${ok}content-length: -1\r\n\r\nwool`],
    ['a length that is no number', `${ok}content-length: four\r\n\r\nwool`],
    ['a blank in a header name', `${ok}x filler: 1\r\ncontent-length: 4\r\n\r\nwool`],
    ['a blank after a header name', `${ok}x-filler : 1\r\ncontent-length: 4\r\n\r\nwool`],
    ['brackets in a header name', `${ok}x(1): 1\r\ncontent-length: 4\r\n\r\nwool`],
    ['a header without a name', `${ok}: 1\r\ncontent-length: 4\r\n\r\nwool`],
    ['a header without a colon', `${ok}garbage\r\ncontent-length: 4\r\n\r\nwool`],
    ['a header name in UTF-8', Buffer.from(`${ok}x-größe: 1\r\ncontent-length: 4\r\n\r\nwool`)],
    ['a header value in UTF-8', Buffer.from(`${ok}x: grüße 漢\r\ncontent-length: 4\r\n\r\nwool`)],
    ['a control character in a header', `${ok}x: a\u0001b\r\ncontent-length: 4\r\n\r\nwool`],
    [
      'chunks and the length of all chunks',
      `${ok}transfer-encoding: chunked\r\ncontent-length: 14\r\n\r\n4\r\nwool\r\n0\r\n\r\n`,
    ],
    [
      'a length before a transfer encoding',
      `${ok}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n4\r\nwool\r\n0\r\n\r\n`,
    ],
    [
      'a length and the transfer encoding identity',
      `${ok}transfer-encoding: identity\r\ncontent-length: 4\r\n\r\nwool`,
    ],
    ['the transfer encoding chunked twice', `${ok}transfer-encoding: chunked, chunked\r\n\r\n4\r\nwool\r\n0\r\n\r\n`],
    [
      'the transfer encoding gzip, which is not one',
      `${ok}transfer-encoding: gzip, chunked\r\n\r\n4\r\nwool\r\n0\r\n\r\n`,
    ],
    ['chunk extensions', `${ok}transfer-encoding: chunked\r\n\r\n4;a=b;c="d e"\r\nwool\r\n0;x\r\n\r\n`],
    ['blanks after the length of a chunk', `${ok}transfer-encoding: chunked\r\n\r\n4  \r\nwool\r\n0\r\n\r\n`],
    ['trailers', `${ok}transfer-encoding: chunked\r\n\r\n4\r\nwool\r\n0\r\nx: y\r\n\r\n`],
    ['a response with status 100 before it', `HTTP/1.1 100 Continue\r\n\r\n${ok}content-length: 4\r\n\r\nwool`],
    [
      'a response with status 103 before it',
      `HTTP/1.1 103 Early\r\nlink: </a>\r\n\r\n${ok}content-length: 4\r\n\r\nwool`,
    ],
    [
      'a response with status 102 and line feeds before it',
      'HTTP/1.1 102 X\n\nHTTP/1.1 200 OK\ncontent-length: 4\n\nwool',
    ],
    ['no reason phrase', 'HTTP/1.1 200\r\ncontent-length: 4\r\n\r\nwool'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nwool'],
    ['HTTP/1.0 and keep-alive', 'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 4\r\n\r\nwool'],
    ['HTTP/1.2', 'HTTP/1.2 200 OK\r\ncontent-length: 4\r\n\r\nwool'],
    ['empty lines before it', `\r\n\r\n${ok}content-length: 4\r\n\r\nwool`],
    ['more bytes than its length', `${ok}content-length: 4\r\n\r\nwool and more`],
    ['bytes after connection: close', `${ok}connection: close\r\ncontent-length: 4\r\n\r\nwool\r\nmore`],
    ['34 KB of headers', `${ok}x-policy: ${'a'.repeat(34_000)}\r\ncontent-length: 4\r\n\r\nwool`],
    ['200 KB of headers', `${ok}${many(2_000)}content-length: 4\r\n\r\nwool`],
    ['200 KB of headers, one of them folded', `${ok}${many(2_000)}x: a\r\n b\r\ncontent-length: 4\r\n\r\nwool`],
  ])('a response with %s is read', async (_, response) => {
    const origin = await answering(response);
    expect(textOf(await fetched(origin))).toBe('wool');
  });

  test.each<[what: string, response: string, status: number]>([
    ['status 204 and a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nwool', 204],
    ['status 204, a body and a folded header', 'HTTP/1.1 204 X\r\nx: a\r\n b\r\ncontent-length: 4\r\n\r\nwool', 204],
  ])('a response with %s is empty', async (_, response, status) => {
    const origin = await answering(response);
    expect(await fetched(origin)).toMatchObject({ status, bytes: Buffer.alloc(0) });
  });

  test('the headers of an odd response count', async () => {
    const body = gzipSync('wool');
    const head = `${ok}${many(1_500)}content-type: text/html;\r\n charset=utf-8\r\naccess-control-allow-origin: *\r\ncontent-encoding:\r\n gzip\r\n`;
    const origin = await answering(Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body]));
    expect(await fetched(origin)).toEqual({
      ...{ url: `${origin}/`, status: 200, contentType: 'text/html; charset=utf-8', allowOrigin: '*' },
      bytes: Buffer.from('wool'),
    });
  });

  test('a transfer encoding of an odd response is decoded', async () => {
    const [head, body] = [`${ok}x: a\r\n b\r\ntransfer-encoding: gzip, chunked\r\n\r\n`, gzipSync('wool')];
    const parts = [`${head}${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'];
    const origin = await answering(Buffer.concat(parts.map((part) => Buffer.from(part))));
    expect(textOf(await fetched(origin))).toBe('wool');
  });

  test('the status of an odd response counts, and its body can be kept', async () => {
    const origin = await answering('HTTP/1.1 403 No\nserver: x\n\nProve that you are human.');
    const result = await fetched(origin, { failureBytesMax: 1_000 });
    expect(result).toMatchObject({ reason: 'bad_status', answer: { status: 403 } });
    expect((result as EgressError).answer?.bytes.toString()).toBe('Prove that you are human.');
  });

  test('an odd redirect in UTF-8 is followed', async () => {
    const origin = await answering(Buffer.from('HTTP/1.1 302 Found\nlocation: /ü\n\n'));
    expect(await fetched(origin)).toMatchObject({ reason: 'too_many_redirects' });
    expect(requests.at(-1)).toContain('GET /%C3%BC HTTP/1.1');
  });

  test.each<[what: string, headers: string, result: Partial<Fetched> | { reason: string }]>([
    ['a forbidden address', 'location: http://10.0.0.1/\n', { reason: 'url_not_allowed' }],
    ['two addresses', 'location: /a\nlocation: /b\n', { reason: 'bad_response' }],
    [
      'the same address twice',
      'location: http://10.0.0.1/\nlocation: http://10.0.0.1/\n',
      { reason: 'url_not_allowed' },
    ],
  ])('an odd redirect to %s is refused', async (_, headers, result) => {
    const origin = await answering(`HTTP/1.1 302 Found\n${headers}\n`);
    expect(await fetched(origin)).toMatchObject(result);
  });
});

describe('a response that browsers refuse', () => {
  test.each<[what: string, response: string | Buffer, detail: RegExp]>([
    ['two different lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, /not HTTP/],
    ['two different lengths in one header', `${ok}content-length: 1, 2\r\n\r\nab`, /not HTTP/],
    ['no length of a chunk', `${ok}transfer-encoding: chunked\r\n\r\n<html>\r\n`, /not HTTP/],
    ['no end of a chunk', `${ok}x: a\r\n b\r\ntransfer-encoding: chunked\r\n\r\n2\r\nwool\r\n0\r\n\r\n`, /not HTTP/],
    ['a huge length of a chunk', `${ok}transfer-encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\nwool`, /not HTTP/],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', /not HTTP/],
    ['300 KB of headers', `${ok}x: ${'a'.repeat(300_000)}\r\n\r\nwool`, /headers of the answer are too large/],
    [
      '300 KB of folded headers',
      `${ok}x: y\r\n${' a\r\n'.repeat(75_000)}\r\nwool`,
      /headers of the answer are too large/,
    ],
    ['fewer bytes than its length', `${ok}content-length: 9\r\n\r\nwool`, /cut short/],
    [
      'fewer bytes than its length and a folded header',
      `${ok}x: a\r\n b\r\ncontent-length: 9\r\n\r\nwool`,
      /cut short/,
    ],
    ['no last chunk', `${ok}transfer-encoding: chunked\r\n\r\n4\r\nwool\r\n`, /cut short/],
    ['too many bytes and a folded header', `${ok}x: a\r\n b\r\n\r\n${'a'.repeat(100_001)}`, /too large/],
    ['a decoded size over the limit and a folded header', bomb(), /too large/],
    ['1xx responses only', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20_000), /headers of the answer are too large/],
  ])('a response with %s is refused', async (_, response, detail) => {
    const origin = await answering(response);
    expect(textOf(await fetched(origin))).toMatch(detail);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  test('a long line of blanks takes no time to read', async () => {
    const origin = await answering(`${ok}x:${' '.repeat(10_000)}\r\n${' '.repeat(240_000)}\r\n a\r\n\r\nwool`);
    const startedMs = performance.now();
    expect(textOf(await fetched(origin))).toBe('wool');
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  function bomb(): Buffer {
    const head = `${ok}x: a\r\n b\r\ncontent-encoding: gzip\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), gzipSync(Buffer.alloc(2_000_000))]);
  }
});

describe('a page that is cut short', () => {
  const page = `<title>Wool</title>${'<p>wool '.repeat(2_000)}`;

  test.each<[what: string, head: string]>([
    ['its length', `${ok}content-length: 20000\r\n\r\n`],
    ['its length and has a folded header', `${ok}x: a\r\n b\r\ncontent-length: 20000\r\n\r\n`],
    ['the last chunk', `${ok}transfer-encoding: chunked\r\n\r\n${page.length.toString(16)}\r\n`],
    ['the end of a chunk', `${ok}transfer-encoding: chunked\r\n\r\nffff\r\n`],
  ])('a page that ends before %s is read as far as it arrived', async (what, head) => {
    const origin = await answering(head + page + (what === 'the last chunk' ? '\r\n' : ''));
    expect(await fetched(origin, { isCutAccepted: true })).toMatchObject({ bytes: Buffer.from(page), isCut: true });
  });
});

describe('the connections of odd responses', () => {
  const folded = `${ok}x: a\r\n b\r\ncontent-length: 4\r\n\r\nwool`;

  test('a server of odd responses gets one request on a connection, and each file only once after the first', async () => {
    const origin = await answering(folded, keepOpen);
    const from = egress();
    for (const path of ['/a', '/b', '/c']) expect(textOf(await fetched(origin + path, {}, from))).toBe('wool');
    expect(requests.map((request) => request.split(' ')[1])).toEqual(['/a', '/a', '/b', '/c']);
    expect(requests.slice(1).every((request) => request.toLowerCase().includes('connection: close'))).toBe(true);
  });

  test('the second request is the same as the first', async () => {
    const origin = await answering(folded);
    await fetched(`${origin}/a?b=c#d`, { accept: 'image/*', origin: 'https://shop.test' });
    const [first, second] = requests.map((request) =>
      request
        .toLowerCase()
        .split('\r\n')
        .filter((line) => !line.startsWith('connection:'))
        .sort(),
    );
    expect(second).toEqual(first);
  });

  test('a response that never ends its headers ends at the time limit', async () => {
    const origin = await answering('HTTP/1.1 200 OK\nx: y\n', keepOpen);
    expect(await fetched(origin, { timeoutMs: 300 })).toMatchObject({ reason: 'timed_out' });
  });
});
