import { beforeEach, describe, expect, test } from '@jest/globals';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import type { StorageConfig } from '../config/storage-settings.ts';
import { judgeUrl, parseAddressRules } from '../domain/address-rule.ts';
import type { Resolve } from '../egress/guard.ts';
import { denyOwnServices } from './own-services.ts';

const names: Record<string, string[]> = {
  'api.example.com': ['2001:470::1', '93.184.216.34'],
  'redis.example.com': ['93.184.216.35'],
};
const resolve: Resolve = (name) =>
  names[name] === undefined
    ? Promise.reject(new Error('ENOTFOUND'))
    : Promise.resolve({ name, addresses: names[name] });
const s3 = { kind: 's3', bucket: 'ads', prefix: '', region: 'eu-central-1', forcePathStyle: true } as const;

async function denied(services: { server: string; redisUrl?: string; storage?: StorageConfig; service?: string }) {
  const { server, redisUrl = 'redis://10.0.0.9:6379', storage = { ...s3, endpoint: undefined }, service } = services;
  const warnings: unknown[] = [];
  const text = await denyOwnServices(
    '10.1.0.0/16',
    {
      server: new URL(server),
      service: service === undefined ? undefined : { host: service, port: '443', folder: '/var' },
      ...{ redisUrl, storage },
    },
    { logger: { warn: (...line: unknown[]) => void warnings.push(line) }, resolve },
  );
  return { entries: text.split(','), warnings };
}

test('denyOwnServices adds the names and the addresses of API server, Redis and S3 endpoint', async () => {
  const { entries, warnings } = await denied({
    server: 'https://API.example.com:6443',
    redisUrl: 'rediss://ads:x@Redis.example.com:6380/0',
    storage: { ...s3, endpoint: 'https://[2001:470::9]:9000' },
    service: '2001:470::53',
  });
  expect(entries).toEqual([
    '10.1.0.0/16',
    ...['api.example.com', '2001:470::1', '93.184.216.34'],
    ...['redis.example.com', '93.184.216.35'],
    ...['2001:470::9', '2001:470::53'],
  ]);
  expect(warnings).toEqual([]);
  const rules = parseAddressRules({ allow: '', deny: entries.join(',') });
  const urls = ['https://api.example.com/', 'https://[2001:470::53]/', 'http://93.184.216.35/', 'https://10.1.0.1/'];
  expect(urls.map((url) => judgeUrl(url, rules).allowed)).toEqual([false, false, false, false]);
});

test('denyOwnServices denies the name of a host that does not resolve, and logs a warning', async () => {
  const { entries, warnings } = await denied({ server: 'https://10.0.0.1', redisUrl: 'redis://redis.ads.svc:6379' });
  expect(entries).toEqual(['10.1.0.0/16', '10.0.0.1', 'redis.ads.svc']);
  expect(warnings).toHaveLength(1);
});

describe('denyOwnServices with retries', () => {
  const services = {
    server: new URL('https://10.0.0.1'),
    service: undefined,
    redisUrl: 'redis://redis.ads.svc:6379',
    storage: { ...s3, endpoint: 'https://s3.example.com' },
  };
  const late: Record<string, string[]> = { 's3.example.com': ['2001:470::9'] };
  const lateResolve: Resolve = (name) =>
    late[name] === undefined
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve({ name, addresses: late[name] });

  let clock: FakeClock;
  let stop: AbortController;
  let warnings: unknown[];
  let result: string | undefined;
  let work: Promise<unknown>;
  beforeEach(() => {
    [clock, stop, warnings, result] = [new FakeClock(), new AbortController(), [], undefined];
    delete late['redis.ads.svc'];
    const logger = { warn: (...line: unknown[]) => void warnings.push(line) };
    const options = { logger, retryUntil: stop.signal, resolve: lateResolve, clock };
    work = denyOwnServices('', services, options).then((text) => (result = text));
  });

  test('does not return before every name resolves', async () => {
    await clock.advance(600_000);
    expect(result).toBeUndefined();
    expect(warnings.length).toBeGreaterThan(10);
    late['redis.ads.svc'] = ['2001:470::8'];
    await clock.advance(30_000);
    expect(result?.split(',')).toEqual(
      expect.arrayContaining(['redis.ads.svc', '2001:470::8', 's3.example.com', '2001:470::9']),
    );
  });

  test('ends when the process stops', async () => {
    await clock.advance(1_000);
    stop.abort();
    await work;
    expect(result).toContain('redis.ads.svc');
  });
});

test('denyOwnServices does not deny AWS, where pictures of users may be', async () => {
  const { entries } = await denied({ server: 'https://10.0.0.1' });
  expect(entries).toEqual(['10.1.0.0/16', '10.0.0.1', '10.0.0.9']);
});
