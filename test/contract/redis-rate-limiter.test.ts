import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { rateLimiterContract } from './rate-limiter.ts';

let server: RedisServer;
let opened = 0;

beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.close());

/** Gives each limiter its own key prefix, so that it starts without counts. */
rateLimiterContract('RedisRateLimiter', async () => {
  const prefix = `limits${String(opened++)}`;
  const [first, second] = [await server.connect({ prefix }), await server.connect({ prefix })];
  return {
    limiter: new RedisRateLimiter(first),
    other: new RedisRateLimiter(second),
    close: () => {
      first.close();
      second.close();
      return Promise.resolve();
    },
  };
});

test('the keys of a window expire five to six minutes after the window ends', async () => {
  const connection = await server.connect({ prefix: 'forgotten' });
  const limiter = new RedisRateLimiter(connection);
  const key = { namespace: 'here', name: 'acme' };
  const { minute } = await limiter.consume({ key, window: 'image-create' }, 10);
  await limiter.syncReads([{ key, window: 'job-read', minute: minute + 1, taken: 3 }]);
  const keys = z.array(z.string()).parse(await connection.call('KEYS', `${connection.prefix}*`));
  const left = await Promise.all(keys.map(async (one) => Number(await connection.call('TTL', one))));
  expect(left).toHaveLength(2);
  // Keys outlive their window by more than a clock is set back in practice.
  expect(Math.min(...left)).toBeGreaterThan(300);
  expect(Math.max(...left)).toBeLessThanOrEqual(360);
  connection.close();
});
