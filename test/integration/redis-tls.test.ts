import { writeFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import { once } from 'node:events';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { RedisConnectionOptions } from '../../src/redis/connection.ts';
import { freePort } from '../support/network/free-port.ts';
import { loggerInto, type LogLine } from '../support/process/log-lines.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { testCertificates } from '../support/network/test-certificates.ts';
import { until } from '../support/process/until.ts';

const { authority, redisAuthority, redisCertificate, redisKey } = testCertificates;
const folder = temporaryFolder();
let server: RedisServer;
let tlsPort: number;
let lines: LogLine[];

beforeAll(async () => {
  tlsPort = await freePort();
  const [ca, cert, key] = [
    file('ca.crt', redisAuthority),
    file('redis.crt', redisCertificate),
    file('redis.key', redisKey),
  ];
  const own = ['--tls-ca-cert-file', ca, '--tls-cert-file', cert, '--tls-key-file', key, '--tls-auth-clients', 'no'];
  server = await RedisServer.start('--tls-port', String(tlsPort), ...own);
});
afterAll(async () => {
  await server.close();
  folder.remove();
});
beforeEach(() => {
  lines = [];
});

function file(name: string, text: string): string {
  const path = `${folder.path}/${name}`;
  writeFileSync(path, text);
  return path;
}

/**
 * Returns the problem that a failing connection reports. Checks that it is logged once and is in the error of a call.
 */
async function problem(options: Partial<RedisConnectionOptions>): Promise<string> {
  const connection = server.connection({ ...options, logger: loggerInto(lines) });
  await until(() => lines.length > 0);
  const [line, ...more] = lines;
  expect(more).toEqual([]);
  expect(line).toMatchObject({ level: 'warn', msg: 'not connected to Redis; reconnecting' });
  const told = String(line?.['problem']);
  await expect(connection.call('PING')).rejects.toThrow(`Redis is not connected: ${told}.`);
  connection.close();
  return told;
}

const tls = (host = '127.0.0.1') => `rediss://${host}:${String(tlsPort)}`;

describe('Redis with TLS', () => {
  test('a connection succeeds if the CA file contains the authority of the server', async () => {
    const connection = await server.connect({ url: tls(), caFile: file('ca.crt', redisAuthority) });
    expect(await connection.call('PING')).toBe('PONG');
  });

  test.each<[string, () => Partial<RedisConnectionOptions>, string]>([
    [
      'with a certificate of another authority',
      () => ({ url: tls(), caFile: file('other.crt', authority) }),
      'the certificate of Redis is not signed by the authority in ADWRIGHT_REDIS_CA_FILE (',
    ],
    [
      'with an untrusted certificate and no CA file',
      () => ({ url: tls() }),
      'the certificate of Redis is not signed by the authority in ADWRIGHT_REDIS_CA_FILE (',
    ],
    [
      'with another host name',
      () => ({ url: tls('localhost'), caFile: file('ca.crt', redisAuthority) }),
      'the certificate of Redis is not valid for the host in ADWRIGHT_REDIS_URL (',
    ],
    [
      'without TLS in the URL',
      () => ({ url: tls().replace('rediss:', 'redis:') }),
      'Redis closed the connection immediately; a port with TLS requires rediss:// (',
    ],
  ])('a connection to a server %s fails and reports why', async (_, options, want) => {
    expect(await problem(options())).toContain(want);
  });

  test('a connection sends the host name of the URL as SNI', async () => {
    let asked = '';
    const SNICallback = (name: string, done: (error: null) => void): void => {
      asked = name;
      done(null);
    };
    const many = createServer({ cert: redisCertificate, key: redisKey, SNICallback });
    await once(many.listen(0, '127.0.0.1'), 'listening');
    const address = many.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const url = `rediss://localhost:${String(port)}`;
    const connection = server.connection({ url, caFile: file('ca.crt', redisAuthority) });
    try {
      await until(() => asked !== '');
    } finally {
      connection.close();
      many.close();
    }
    expect(asked).toBe('localhost');
  });
});

test('a TLS connection to a port without TLS times out and reports why', async () => {
  expect(
    await problem({ url: server.url.replace('redis:', 'rediss:'), caFile: file('ca.crt', redisAuthority) }),
  ).toContain('a port without TLS requires redis://');
});

test('a connection can be closed at any moment of its setup without an error', async () => {
  for (const turns of [0, 1, 2, 4, 8, 16, 32, 64]) {
    const connection = server.connection({
      url: tls(),
      caFile: file('other.crt', authority),
      logger: loggerInto(lines),
    });
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    connection.close();
  }
  const connection = await server.connect({ url: tls(), caFile: file('ca.crt', redisAuthority) });
  expect(await connection.call('PING')).toBe('PONG');
});

test('a connection that is closed between two tries to reconnect does not keep the process running', async () => {
  const connection = server.connection({
    url: tls(),
    caFile: file('other.crt', authority),
    logger: loggerInto(lines),
  });
  await until(() => lines.length > 0);
  connection.close();
  // Timers end in the order of their times, so shorter ones have ended by then. The connection is a pool of six.
  await pause(300);
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
  expect(timers.length).toBeLessThan(6);
});

test('a CA file without a certificate is refused at once', () => {
  const caFile = file('none.crt', 'no certificate');
  expect(() => server.connection({ url: tls(), caFile })).toThrow('none.crt contains no certificate in PEM format.');
  expect(() => server.connection({ url: tls(), caFile: '/nowhere/ca.crt' })).toThrow('ENOENT');
});
