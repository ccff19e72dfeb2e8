import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { RedisModelBudget } from '../../src/models/budget/redis-model-budget.ts';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import type { RedisConnection } from '../../src/redis/connection.ts';
import { makeRedisUser, redisUser } from '../support/cluster/redis-user.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { modelBudgetContract } from './model-budget.ts';

let server: RedisServer;
/** Server of one test, which it may kill or fill. */
let own: RedisServer | undefined;
let opened = 0;

beforeAll(async () => {
  server = await RedisServer.start();
  await makeRedisUser(server);
});
afterEach(async () => {
  await own?.close();
  own = undefined;
});
afterAll(() => server.close());

const Keys = z.array(z.string());
const reservation = { account: { namespace: 'here', name: 'acme' }, jobId: 'job', stage: 'image' };
const amounts = { wantedMicroUsd: 400, limitMicroUsd: 1_000 };

/** Returns the Redis keys of a connection that begin with `start`. */
async function keysOf(connection: RedisConnection, start = ''): Promise<string[]> {
  return Keys.parse(await connection.call('KEYS', `${connection.prefix}${start}*`));
}

/** Makes everything that is stored one day older, because the clock of a Redis server cannot be set. */
async function age(connection: RedisConnection): Promise<void> {
  for (const key of await keysOf(connection, 'budget:')) {
    const [, days = '', day = ''] = /^(.*:)(\d+)$/.exec(key) ?? [];
    await connection.call('RENAME', key, `${days}${String(Number(day) - 1)}`);
  }
  for (const key of await keysOf(connection, 'budget-stage:')) await connection.call('HINCRBY', key, 'day', -1);
}

/** Gives each budget its own key prefix, so that it starts without reservations. */
modelBudgetContract('RedisModelBudget as the least-privilege user of the guide', async () => {
  const prefix = `user-budget${String(opened++)}`;
  const [first, second] = [
    await server.connect({ ...redisUser, prefix }),
    await server.connect({ ...redisUser, prefix }),
  ];
  const admin = await server.connect({ prefix });
  return {
    budget: new RedisModelBudget(first),
    other: new RedisModelBudget(second),
    nextDay: () => age(admin),
    close: () => {
      for (const one of [first, second, admin]) one.close();
      return Promise.resolve();
    },
  };
});

test('all keys of a budget expire after three days', async () => {
  const connection = await server.connect({ prefix: 'expiring' });
  const budget = new RedisModelBudget(connection);
  await budget.reserve(reservation, amounts);
  for (const key of await keysOf(connection)) await connection.call('EXPIRE', key, 60);
  await budget.reserve({ ...reservation, stage: 'video' }, amounts);
  await budget.settle(reservation, 100);
  const keys = await keysOf(connection);
  const left = await Promise.all(keys.map(async (key) => [key, Number(await connection.call('TTL', key))] as const));
  const old = left.filter(([, seconds]) => seconds <= 60).map(([key]) => key);
  expect(old).toEqual([`${connection.prefix}budget-stage:here/acme/job/image`]);
  expect(left).toHaveLength(3);
  for (const [, seconds] of left.filter(([key]) => !old.includes(key))) {
    expect(seconds).toBeGreaterThan(259_000);
    expect(seconds).toBeLessThanOrEqual(259_200);
  }
  connection.close();
});

test('the scripts of budgets and rate limits work on one connection', async () => {
  const connection = await server.connect({ prefix: 'together' });
  const [budget, limiter] = [new RedisModelBudget(connection), new RedisRateLimiter(connection)];
  const { account } = reservation;
  await limiter.consume({ key: account, window: 'job-read' }, 10);
  await budget.reserve(reservation, amounts);
  expect(await limiter.used([{ key: account, window: 'image-create' }])).toEqual([0]);
  expect(await budget.used([account])).toEqual([{ spentMicroUsd: 0, reservedMicroUsd: 400 }]);
  connection.close();
});

test('a server that is away fails with BudgetUnavailable, and keeps the reservation over a restart', async () => {
  own = await RedisServer.start();
  const connection = await own.connect();
  const budget = new RedisModelBudget(connection);
  expect(await budget.reserve(reservation, amounts)).toBe(400);
  await own.kill();
  const unavailable = { name: 'BudgetUnavailable' };
  await expect(budget.reserve(reservation, amounts)).rejects.toMatchObject(unavailable);
  await expect(budget.settle(reservation, 100)).rejects.toMatchObject(unavailable);
  await expect(budget.used([reservation.account])).rejects.toMatchObject(unavailable);
  await own.restart('with-data');
  const again = new RedisModelBudget(await own.connect());
  expect(await again.reserve(reservation, { wantedMicroUsd: 900, limitMicroUsd: 1_000 })).toBe(400);
  expect(await again.used([reservation.account])).toEqual([{ spentMicroUsd: 0, reservedMicroUsd: 400 }]);
});

test('without memory for new keys, reservations are settled', async () => {
  own = await RedisServer.start();
  const connection = await own.connect();
  const budget = new RedisModelBudget(connection);
  await budget.reserve(reservation, amounts);
  await connection.call('CONFIG', 'SET', 'maxmemory', '1');
  await expect(budget.reserve({ ...reservation, stage: 'video' }, amounts)).rejects.toMatchObject({
    name: 'BudgetUnavailable',
  });
  await budget.settle(reservation, 100);
  expect(await budget.used([reservation.account])).toEqual([{ spentMicroUsd: 100, reservedMicroUsd: 0 }]);
});
