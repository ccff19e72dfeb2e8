import { afterEach, describe, expect, test } from '@jest/globals';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { resolvingTo } from '../../test/support/network/resolving-to.ts';
import { startHttpServer, type TestServer } from '../../test/support/network/raw-server.ts';
import { systemClock } from '../clock/system-clock.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import type { AttemptResult } from '../domain/delivery.ts';
import { Guard } from '../egress/guard.ts';
import { HttpSender } from './http-sender.ts';
import { formatSecret } from './signature.ts';

interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const body = Buffer.from(JSON.stringify({ job_id: 'job-1', response: { notes: ['Grüße 😀', '漢字'.repeat(5_000)] } }));

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Sends one callback to a receiver that answers with `answer`. */
async function sent({
  answer = (response: ServerResponse) => void response.writeHead(204).end(),
  keys = [newKey],
  isPublic = false,
} = {}): Promise<{ result: AttemptResult | 'address-busy'; received: Received[]; port: number }> {
  const received: Received[] = [];
  server = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(chunks) });
      answer(response);
    });
  });
  const guard = new Guard({ allow: parseAllowList('127.0.0.0/8:*'), resolve: resolvingTo('127.0.0.1') });
  const route: Guard['route'] = async (url, signal) => ({ ...(await guard.route(url, signal)), isPublic });
  const judge: Guard['judge'] = (url) => guard.judge(url);
  const sender = new HttpSender({ guard: { judge, route }, clock: systemClock, version: '1.2.3' });
  const url = `http://hooks.test:${server.port}/ads/%C3%BC?token=a%20b#part`;
  const callback = { id: 'job-1', account: 'ads/acme', url, body, keys };
  const result = await sender.send(callback, () => true, new AbortController().signal);
  return { result, received, port: server.port };
}

describe('the request of a callback', () => {
  test('has the body byte for byte, and the headers of a callback', async () => {
    const { received, port } = await sent();
    expect(received).toEqual([
      {
        method: 'POST',
        path: '/ads/%C3%BC?token=a%20b',
        headers: {
          host: `hooks.test:${port}`,
          'user-agent': 'adwright-callback/1.2.3',
          'content-type': 'application/json',
          'content-length': String(body.length),
          connection: 'keep-alive',
          'webhook-id': 'job-1',
          'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
          'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        },
        body,
      },
    ]);
  });

  test.each<[who: string, key: Buffer]>([
    ['the old secret', oldKey],
    ['the new secret', newKey],
  ])('a receiver that knows only %s accepts a callback of a rotation', async (_, key) => {
    const { received } = await sent({ keys: [newKey, oldKey] });
    const [request] = received;
    const headers = { ...request?.headers } as Record<string, string>;
    expect(new Webhook(formatSecret(key)).verify(request?.body ?? '', headers)).toEqual(JSON.parse(body.toString()));
  });
});

describe('the result of an attempt', () => {
  const answering = (status: number, text: string, headers = {}) => ({
    answer: (response: ServerResponse) => void response.writeHead(status, headers).end(text),
  });

  test.each<[what: string, text: string, excerpt: string]>([
    ['the text of a short response', 'no such hook', 'no such hook'],
    ['the first KiB of a long response', 'a'.repeat(100_000), 'a'.repeat(1_024)],
    ['no control characters but tabs and line feeds', '\u001b[31mred\r\n\tthe\u202eend\u0000', ' [31mred \n\tthe end '],
    ['no half of a character', `a${'ü'.repeat(1_000)}`, `a${'ü'.repeat(511)}`],
  ])('contains %s', async (_, text, excerpt) => {
    const { result } = await sent({ ...answering(500, text), isPublic: true });
    expect(result).toMatchObject({ outcome: 'failed', status: 500, error: 'bad_status', responseExcerpt: excerpt });
  });

  test('contains nothing of the response of an allowed private address', async () => {
    const { result } = await sent(answering(500, 'secret of a private service'));
    expect(result).toEqual({ outcome: 'failed', status: 500, error: 'bad_status', latencyMs: expect.any(Number) });
  });

  test.each([200, 201, 202, 204, 299])('status %i is a delivery', async (status) => {
    const { result } = await sent(answering(status, ''));
    expect(result).toEqual({ outcome: 'delivered', status, latencyMs: expect.any(Number) });
  });

  test.each<[status: number, error: string]>([
    [301, 'redirected'],
    [308, 'redirected'],
    [400, 'bad_status'],
    [404, 'bad_status'],
    [503, 'bad_status'],
  ])('status %i fails with %s', async (status, error) => {
    const { result } = await sent(answering(status, '', { location: 'http://127.0.0.1/' }));
    expect(result).toMatchObject({ outcome: 'failed', status, error });
  });

  test('contains the delay that the receiver asks for', async () => {
    const { result } = await sent(answering(503, '', { 'retry-after': '30' }));
    expect(result).toMatchObject({ retryAfterMs: 30_000 });
  });
});
