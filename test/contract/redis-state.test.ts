import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { StateUnavailable } from '../../src/admin/state/port.ts';
import { RedisState } from '../../src/admin/state/redis-state.ts';
import { makeRedisUser, redisUser } from '../support/cluster/redis-user.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { expiringStateContract } from './expiring-state.ts';

let server: RedisServer;
let opened = 0;

beforeAll(async () => {
  server = await RedisServer.start();
  await makeRedisUser(server);
});
afterAll(() => server.close());

async function open() {
  const prefix = `user-state${String(opened++)}`;
  const both = [
    await server.connect({ ...redisUser, prefix }),
    await server.connect({ ...redisUser, prefix }),
  ] as const;
  const close = (): Promise<void> => {
    for (const one of both) one.close();
    return Promise.resolve();
  };
  // Redis keeps a value through the millisecond in which it expires, and a timer of Node.js may fire 1 ms early.
  const pass = (milliseconds: number): Promise<void> => pause(milliseconds + 20);
  return { state: new RedisState(both[0]), other: new RedisState(both[1]), pass, close, connection: both[0] };
}

expiringStateContract('RedisState as the least-privilege user of the guide', 600, open);

test('the names of expired values do not pile up', async () => {
  const { state, connection, pass, close } = await open();
  const admin = await server.connect();
  for (let count = 0; count < 20; count += 1) await state.set(`attempt:${String(count % 10)}${String(count)}`, 'x', 1);
  await pass(20);
  for (let count = 0; count < 20; count += 1)
    await state.set(`attempt:${String(count % 10)}-${String(count)}`, 'x', 60_000);
  const left = await admin.call('ZCARD', `${connection.prefix}admin-keys`);
  expect(Number(left)).toBeLessThan(30);
  expect(await state.list('attempt:')).toHaveLength(20);
  await close();
});

test('a server that is away fails with StateUnavailable', async () => {
  const { state, connection } = await open();
  connection.close();
  await expect(state.get('a')).rejects.toMatchObject({ name: 'StateUnavailable' });
});

test('without memory for new values, values are read, listed and taken', async () => {
  const { state, close } = await open();
  const admin = await server.connect();
  await state.set('session:1', 'x', 60_000);
  await admin.call('CONFIG', 'SET', 'maxmemory', '1');
  try {
    await expect(state.set('session:2', 'x', 60_000)).rejects.toThrow(StateUnavailable);
    expect(await state.list('session:')).toEqual([{ key: 'session:1', value: 'x' }]);
    expect(await state.take('session:1')).toBe('x');
    expect(await state.get('session:1')).toBeUndefined();
  } finally {
    await admin.call('CONFIG', 'SET', 'maxmemory', '0');
    await close();
  }
});
