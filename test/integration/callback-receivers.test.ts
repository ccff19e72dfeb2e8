import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemClock } from '../../src/clock/system-clock.ts';
import { parseAllowList } from '../../src/domain/address-rule.ts';
import type { AttemptResult } from '../../src/domain/delivery.ts';
import { Guard, type Resolve } from '../../src/egress/guard.ts';
import { HttpSender } from '../../src/webhooks/http-sender.ts';
import { hostileReceivers, metadataAddress } from '../support/callbacks/hostile-receivers.ts';
import {
  addressOf,
  answering,
  drip,
  onRequest,
  readLater,
  tcpReceiver,
  tlsReceiver,
  type Receiver,
} from '../support/callbacks/raw-receiver.ts';
import { resolvingTo } from '../support/network/resolving-to.ts';
import { receiverCertificates as certificates } from '../support/callbacks/receiver-certificates.ts';
import { until } from '../support/process/until.ts';

const timeoutMs = 700;
/**
 * Upper limit of the bytes that a receiver can write: what the kernel buffers for a connection plus what the sender
 * reads of an endless body.
 */
const bytesMax = 16_000_000;
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

let receiver: Receiver | undefined;
let authorities: string[];
beforeAll(() => {
  authorities = getCACertificates('default');
  setDefaultCACertificates([...authorities, certificates.authority]);
});
afterAll(() => {
  setDefaultCACertificates(authorities);
});
afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
});

const byName: Resolve = (name) => Promise.resolve({ name, addresses: [addressOf(name) ?? name] });

function sender({ resolve = byName, allow = '127.0.0.0/8:* ::1/128:*', waitMs = timeoutMs } = {}): HttpSender {
  const guard = new Guard({ allow: parseAllowList(allow), resolve });
  return new HttpSender({ guard, clock: systemClock, version: '1.2.3', timeoutMs: waitMs });
}

async function attempt(
  url: string,
  { from = sender(), claim = () => true, body = '{}', signal = new AbortController().signal }: Partial<Options> = {},
): Promise<AttemptResult> {
  const callback = { id: 'job', account: 'ads/acme', url, body: Buffer.from(body), keys: [Buffer.alloc(32)] };
  const result = await from.send(callback, claim, signal);
  if (result === 'address-busy') throw new Error('the address was busy');
  return result;
}

interface Options {
  from: HttpSender;
  claim: (address: string) => boolean;
  body: string;
  signal: AbortSignal;
}

describe('a receiver', () => {
  test.each(Object.entries(hostileReceivers))(
    'a callback to a receiver that %s has the expected result',
    async (_, { start, expected }) => {
      receiver = await start('127.0.0.1');
      // Only attempts that must time out use the short limit. On a busy machine, the others may take longer than that.
      const from = sender({ waitMs: expected.error === 'timed_out' ? timeoutMs : 15_000 });
      const result = await attempt(receiver.url, { from });
      expect(result).toMatchObject(expected);
      expect(result.retryAfterMs).toBe(expected.retryAfterMs);
      await until(() => receiver?.openSockets() === 0);
      expect(receiver.connections()).toBeLessThanOrEqual(1);
      expect(receiver.sentBytes()).toBeLessThan(bytesMax);
    },
  );

  test('a receiver with a valid certificate gets the callback', async () => {
    const options = { key: certificates.key, cert: certificates.valid };
    const start = tlsReceiver(options, (socket) => {
      onRequest(socket, () => socket.write(ok));
    });
    receiver = await start('127.0.0.1');
    await expect(attempt(receiver.url)).resolves.toMatchObject({ outcome: 'delivered', status: 200 });
  });

  test('a receiver that answers before it has read a large request gets the callback', async () => {
    receiver = await tcpReceiver((socket) => {
      socket.write(ok);
      readLater(socket);
    })('127.0.0.1');
    const body = 'a'.repeat(10_000_000);
    await expect(attempt(receiver.url, { body })).resolves.toMatchObject({ outcome: 'delivered' });
    await until(() => receiver?.openSockets() === 0);
  });

  test('a receiver that sends an endless body delays the result by two seconds at most', async () => {
    receiver = await tcpReceiver((socket) => {
      onRequest(socket, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        drip(socket, 'a', 100);
      });
    })('127.0.0.1');
    const startedMs = performance.now();
    const result = await attempt(receiver.url, { from: sender({ waitMs: 15_000 }) });
    expect(result).toMatchObject({ outcome: 'delivered' });
    expect(result.latencyMs).toBeLessThan(1_000);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
  });

  test.each<[what: string, head: string, expected: Partial<AttemptResult>]>([
    ['a status line', 'HTTP/1.1 202 Accepted\r\n', { outcome: 'delivered', status: 202 }],
    ['a status line with an error', 'HTTP/1.1 500 Oops\r\n', { outcome: 'failed', error: 'bad_status', status: 500 }],
    ['a 100', 'HTTP/1.1 100 Continue\r\n\r\n', { outcome: 'failed', error: 'timed_out' }],
    ['a part of a status', 'HTTP/1.1 20', { outcome: 'failed', error: 'timed_out' }],
  ])('a receiver that sends %s and nothing more has the expected result', async (_, head, expected) => {
    receiver = await answering(head)('127.0.0.1');
    await expect(attempt(receiver.url)).resolves.toEqual({ ...expected, latencyMs: expect.any(Number) });
    await until(() => receiver?.openSockets() === 0);
  });
});

describe('the addresses of a receiver', () => {
  test('a receiver with only an IPv6 address is reached', async () => {
    receiver = await answering(ok)('::1');
    const { port } = new URL(receiver.url);
    const from = sender({ resolve: resolvingTo('::1') });
    await expect(attempt(`http://six.test:${port}/`, { from })).resolves.toMatchObject({ outcome: 'delivered' });
    await expect(attempt(`http://[::1]:${port}/`)).resolves.toMatchObject({ outcome: 'delivered' });
  });

  test('the next address of a receiver is tried if the first accepts no connection', async () => {
    receiver = await answering(ok)('127.0.0.2');
    const claimed: string[] = [];
    const claim = (address: string) => claimed.push(address) > 0;
    const { port } = new URL(receiver.url);
    const from = sender({ resolve: resolvingTo('127.0.0.1', '127.0.0.2', '127.0.0.3') });
    const result = await attempt(`http://two.test:${port}/`, { from, claim });
    expect(result).toMatchObject({ outcome: 'delivered' });
    expect(claimed).toEqual([`127.0.0.1 port ${port}`, `127.0.0.2 port ${port}`]);
  });

  test('no connection is made to a receiver address that has no free slot', async () => {
    receiver = await answering(ok)('127.0.0.1');
    const callback = {
      id: 'job',
      account: 'ads/acme',
      url: receiver.url,
      body: Buffer.from('{}'),
      keys: [Buffer.alloc(32)],
    };
    const result = await sender().send(callback, () => false, new AbortController().signal);
    expect(result).toBe('address-busy');
    expect(receiver.connections()).toBe(0);
  });

  test('a callback to a host name that does not resolve fails with not_resolved', async () => {
    const from = sender({ resolve: () => Promise.reject(new Error('no such name')) });
    await expect(attempt('http://gone.test/', { from })).resolves.toMatchObject({ error: 'not_resolved' });
  });

  test('an attempt to send a callback ends at the time limit if the name server does not answer', async () => {
    const from = sender({ resolve: () => new Promise(() => undefined) });
    await expect(attempt('http://slow.test/', { from })).resolves.toMatchObject({ error: 'timed_out' });
  });

  test('a receiver whose host name resolves to a forbidden address the second time gets no second callback', async () => {
    receiver = await answering(ok)('127.0.0.1');
    const answers = [['127.0.0.1'], [metadataAddress], ['127.0.0.1', metadataAddress]];
    const from = sender({ resolve: (name) => Promise.resolve({ name, addresses: answers.shift() ?? [] }) });
    const { port } = new URL(receiver.url);
    const results = [];
    for (let n = 0; n < 3; n += 1) results.push(await attempt(`http://rebinding.test:${port}/`, { from }));
    expect(results).toMatchObject([
      { outcome: 'delivered' },
      { outcome: 'failed', error: 'url_not_allowed' },
      { outcome: 'failed', error: 'url_not_allowed' },
    ]);
    expect(receiver.connections()).toBe(1);
  });

  test.each(['http://127.0.0.1:1/', 'ftp://receiver.test/', 'http://user@127.0.0.1/', 'not a URL'])(
    'a callback to %s is refused without a connection',
    async (url) => {
      const from = sender({ allow: '' });
      await expect(attempt(url, { from })).resolves.toMatchObject({ error: 'url_not_allowed' });
    },
  );
});

describe('the caller of the sender', () => {
  test('the caller of the sender can abort an attempt in flight', async () => {
    receiver = await tcpReceiver((socket) => void socket.resume())('127.0.0.1');
    const caller = new AbortController();
    const work = attempt(receiver.url, { signal: caller.signal });
    await until(() => receiver?.openSockets() === 1);
    caller.abort();
    await expect(work).rejects.toThrow('abort');
    await until(() => receiver?.openSockets() === 0);
  });
});
