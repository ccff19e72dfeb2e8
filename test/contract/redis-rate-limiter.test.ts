import { afterAll, beforeAll } from '@jest/globals';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import { RedisServer } from '../support/redis-server.ts';
import { rateLimiterContract } from './rate-limiter.ts';

let server: RedisServer;
let opened = 0;

beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.close());

/** Each in keys of its own. */
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
