import { afterAll, beforeAll } from '@jest/globals';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import type { RedisConnection } from '../../src/redis/connection.ts';
import { makeRedisUser, redisUser } from '../support/cluster/redis-user.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { ledgerContract } from './ledger.ts';
import { rateLimiterContract } from './rate-limiter.ts';

let server: RedisServer;
let opened = 0;

beforeAll(async () => {
  server = await RedisServer.start();
  await makeRedisUser(server);
});
afterAll(() => server.close());

async function twoConnections() {
  const prefix = `user${String(opened++)}`;
  const both = [
    await server.connect({ ...redisUser, prefix }),
    await server.connect({ ...redisUser, prefix }),
  ] as const;
  const close = (): Promise<void> => {
    for (const one of both) one.close();
    return Promise.resolve();
  };
  return { both, close };
}

async function pairOf<T>(make: (connection: RedisConnection) => T) {
  const { both, close } = await twoConnections();
  return { one: make(both[0]), other: make(both[1]), close };
}

ledgerContract('RedisLedger as the least-privilege user of the guide', async () => {
  const { one, other, close } = await pairOf((connection) => new RedisLedger(connection));
  return { ledger: one, other, close };
});

rateLimiterContract('RedisRateLimiter as the least-privilege user of the guide', async () => {
  const { one, other, close } = await pairOf((connection) => new RedisRateLimiter(connection));
  return { limiter: one, other, close };
});
