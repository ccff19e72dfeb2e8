import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { AdmissionRequest, LedgerErrorReason } from '../../src/ledger/port.ts';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import type { RedisConnection } from '../../src/redis/connection.ts';
import { ledgerViolations } from '../support/ledger/ledger-violations.ts';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';
import { RedisServer } from '../support/stores/redis-server.ts';

/**
 * Admissions made in one turn of the event loop share one Redis call. These tests check that such admissions do not
 * affect each other.
 */
const accepted = { status: 'fulfilled', value: { kind: 'accepted' } };
const idempotency = { key: 'k', requestHash: 'a' };
let server: RedisServer;
let connection: RedisConnection;
let ledger: RedisLedger;

beforeEach(async () => {
  server = await RedisServer.start();
  connection = await server.connect();
  ledger = new RedisLedger(connection);
  await ledger.audit.begin('first');
  for (const account of [payer, otherPayer]) await ledger.grant(account, { id: 'first', amount: 20 });
});

afterEach(async () => {
  const wrong = await ledgerViolations(ledger, [payer, otherPayer]);
  await server.close();
  expect(wrong).toEqual([]);
});

function admission(number: number, wish: Partial<AdmissionRequest> = {}, key?: typeof idempotency): AdmissionRequest {
  const jobId = jobIdOf(number);
  const object = { namespace: 'here', name: jobId };
  const origin = { kind: 'request', object, intent: `intent ${number}`, ...(key && { idempotency: key }) } as const;
  return { jobId, account: payer, credits: 5, seen: undefined, origin, ...wish };
}

function failed(reason: LedgerErrorReason): unknown {
  const error: unknown = expect.objectContaining({ name: 'LedgerError', reason });
  return expect.objectContaining({ reason: error });
}

/** Admits all jobs in one turn. Returns the outcomes and the number of scripts that Redis has run. */
async function admitted(...admissions: AdmissionRequest[]): Promise<{ outcomes: unknown[]; scripts: number }> {
  const before = await scriptsRun();
  const outcomes = await Promise.allSettled(admissions.map((one) => ledger.admit(one)));
  return { outcomes, scripts: (await scriptsRun()) - before };
}

async function scriptsRun(): Promise<number> {
  const stats = String(await connection.call('INFO', 'commandstats'));
  const runs = stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
  return [...runs].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

test('admissions of one event loop turn run as one script with a separate answer for each', async () => {
  await admitted(admission(9));
  const { outcomes, scripts } = await admitted(
    ...[admission(1), admission(2, { account: otherPayer }), admission(3), admission(4), admission(5)],
  );
  expect(scripts).toBe(1);
  const refused = { status: 'fulfilled', value: { kind: 'insufficient', available: 0 } };
  expect(outcomes).toEqual([accepted, accepted, accepted, accepted, refused]);
  expect(await ledger.balance(payer)).toMatchObject({ reserved: 20, position: { sequence: 7 } });
  expect(await ledger.intents.get(jobIdOf(3))).toMatchObject({ payload: 'intent 3' });
  expect(await ledger.intents.get(jobIdOf(5))).toBeUndefined();
});

test('a job admitted twice in one turn gets one hold', async () => {
  const { outcomes } = await admitted(admission(1), admission(1));
  expect(outcomes).toEqual([accepted, accepted]);
  expect(await ledger.balance(payer)).toMatchObject({ reserved: 5 });
});

test('the second request of an idempotency key in one turn replays the first, which `abort` then does not undo', async () => {
  const { outcomes } = await admitted(admission(1, {}, idempotency), admission(2, {}, idempotency));
  const replayed = { status: 'fulfilled', value: { kind: 'replayed', jobId: jobIdOf(1) } };
  expect(outcomes).toEqual([accepted, replayed]);
  expect(await ledger.abort(jobIdOf(1))).toBe('kept');
});

test('a different second request of an idempotency key in one turn is refused, and `abort` still undoes the first', async () => {
  const other = { ...idempotency, requestHash: 'b' };
  const { outcomes } = await admitted(admission(1, {}, idempotency), admission(2, {}, other));
  expect(outcomes).toEqual([accepted, { status: 'fulfilled', value: { kind: 'reused' } }]);
  expect(await ledger.abort(jobIdOf(1))).toBe('aborted');
});

test('an admission that fails with `Lost` does not affect the others of its turn', async () => {
  const seen = { epoch: 'first', sequence: 1_000 };
  const { outcomes } = await admitted(admission(1), admission(2, { account: otherPayer, seen }), admission(3));
  expect(outcomes).toEqual([accepted, failed('Lost'), accepted]);
});

test('an admission that meets corrupt data fails alone and changes nothing', async () => {
  const broken = `${connection.prefix}history:${otherPayer.namespace}/${otherPayer.name}`;
  await connection.call('RENAME', broken, `${broken}.kept`);
  await connection.call('SET', broken, 'not a history');
  const { outcomes } = await admitted(admission(1), admission(2, { account: otherPayer }, idempotency), admission(3));
  expect(outcomes).toEqual([accepted, failed('Unavailable'), accepted]);
  await connection.call('RENAME', `${broken}.kept`, broken);
  expect(await ledger.balance(otherPayer)).toMatchObject({ reserved: 0 });
  expect(await ledger.intents.get(jobIdOf(2))).toBeUndefined();
  expect((await admitted(admission(4, {}, idempotency))).outcomes).toEqual([accepted]);
  expect(await ledger.abort(jobIdOf(2))).toBe('aborted');
});
