/**
 * Load test of the rate limits: many concurrent requests for many API keys, through the rate limiter, from several
 * replicas on a real Redis.
 */
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import { RedisServer } from '../support/stores/redis-server.ts';

const limit = 10;
const callsAtOnce = 100;
const replicas = 4;
/** Number of API keys that are tested at the same time, each with a hundred calls. */
const keysAtOnce = 20;

export interface WindowStorm {
  /** Number of checked rate limit windows, each with at least one request. */
  windows: number;
  calls: number;
  /** One sentence for each violation. */
  wrong: string[];
}

/**
 * Makes a hundred concurrent `consume` calls for each API key. In each window that the replies name, exactly ten calls
 * must be admitted, or all if there were fewer.
 */
export async function stormWindows(keys: number): Promise<WindowStorm> {
  const redis = await RedisServer.start();
  try {
    const connections = await Promise.all(Array.from({ length: replicas }, () => redis.connect({ prefix: 'storm' })));
    const limiters = connections.map((connection) => new RedisRateLimiter(connection));
    const storm: WindowStorm = { windows: 0, calls: 0, wrong: [] };
    for (let first = 0; first < keys; first += keysAtOnce) {
      const some = Array.from({ length: Math.min(keysAtOnce, keys - first) }, (_, index) => `key-${first + index}`);
      await Promise.all(some.map((name) => stormKey(name, limiters, storm)));
    }
    return storm;
  } finally {
    await redis.close();
  }
}

async function stormKey(name: string, limiters: readonly RedisRateLimiter[], storm: WindowStorm): Promise<void> {
  const counted = { key: { namespace: 'storm', name }, window: 'image-create' } as const;
  const calls = Array.from({ length: callsAtOnce / limiters.length }, () =>
    limiters.map((limiter) => limiter.consume(counted, limit)),
  );
  const replies = await Promise.all(calls.flat());
  for (const [minute, ofMinute] of Map.groupBy(replies, (reply) => reply.minute)) {
    const admitted = ofMinute.filter(({ isAllowed }) => isAllowed).length;
    const right = Math.min(limit, ofMinute.length);
    storm.windows += 1;
    if (admitted !== right)
      storm.wrong.push(`${name}, minute ${minute}: ${admitted} of ${ofMinute.length} were admitted.`);
  }
  storm.calls += replies.length;
}
