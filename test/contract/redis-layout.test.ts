import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import type { RedisConnection } from '../../src/redis/connection.ts';
import { jobIdOf, payer } from './ledger-ids.ts';
import { RedisServer } from '../support/stores/redis-server.ts';

/** Tests of what the ledger stores in Redis but returns to no caller. */
const jobId = jobIdOf(1);
const uid = 'uid-1';
let server: RedisServer;
let connection: RedisConnection;
let ledger: RedisLedger;

beforeEach(async () => {
  server = await RedisServer.start();
  connection = await server.connect();
  ledger = new RedisLedger(connection);
  await ledger.audit.begin('first');
  await ledger.grant(payer, { id: 'first', amount: 20 });
});
afterEach(() => server.close());

function admit(): Promise<unknown> {
  const origin = { kind: 'request', object: { namespace: 'here', name: jobId }, intent: 'intent' } as const;
  return ledger.admit({ jobId, account: payer, credits: 5, seen: undefined, origin });
}

test('an intent that was never dropped is removed when its entry expires', async () => {
  await admit();
  await ledger.intents.cancel(jobId);
  await ledger.bind(jobId, { namespace: 'here', name: jobId, uid }, payer);
  await ledger.settle(jobId, uid);
  await ledger.retire(jobId, uid);
  expect(await ledger.intents.list({ limit: 10 })).toHaveLength(1);
  await connection.call('PEXPIRE', `${connection.prefix}entry:${jobId}`, 0);
  expect(await ledger.intents.list({ limit: 10 })).toEqual([]);
  expect(await connection.call('ZCARD', `${connection.prefix}intents`)).toBe(0);
});

test("a retired job for which `noted` was never called leaves the account's list when its entry expires", async () => {
  const retire = async (id: string): Promise<void> => {
    const object = { namespace: 'here', name: id, uid };
    await ledger.admit({ jobId: id, account: payer, credits: 5, seen: undefined, origin: { kind: 'applied', object } });
    await ledger.settle(id, uid);
    await ledger.retire(id, uid);
  };
  await retire('a');
  await retire('b');
  await connection.call('PEXPIRE', `${connection.prefix}entry:a`, 0);
  await retire('c');
  expect((await ledger.balance(payer)).retiring).toEqual(['b', 'c']);
});

test('a grant entry of an earlier version is returned without a grant id', async () => {
  const history = `${connection.prefix}history:${payer.namespace}/${payer.name}`;
  await connection.call('XADD', history, '*', 'grant', 7);
  const { entries } = await ledger.history(payer, { limit: 10, cursor: undefined });
  expect(entries).toMatchObject([
    { kind: 'grant', amount: 7, jobId: null, grantId: null },
    { kind: 'grant', amount: 20, jobId: null, grantId: 'first' },
  ]);
});

test('a rebuild keeps about the last 100,000 entries of the history of an account', async () => {
  const grants = Array.from({ length: 105_000 }, (_, number) => ({ id: `grant-${number}`, amount: 1 }));
  const accounts = Readable.from([{ account: payer, grants, retired: 0, jobs: [] }]);
  await ledger.audit.rebuild(accounts, 'second');
  const kept = Number(await connection.call('XLEN', `${connection.prefix}history:${payer.namespace}/${payer.name}`));
  expect(kept).toBeGreaterThanOrEqual(100_000);
  expect(kept).toBeLessThan(101_000);
  expect(await ledger.balance(payer)).toMatchObject({ granted: 105_000 });
});
