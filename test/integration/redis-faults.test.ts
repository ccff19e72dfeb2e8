import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import type { AdmissionRequest, HistoryEntry, WholeLedger } from '../../src/ledger/port.ts';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import type { RedisConnection } from '../../src/redis/connection.ts';
import { ledgerViolations } from '../support/ledger/ledger-violations.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { until } from '../support/process/until.ts';

const account = { namespace: 'here', name: 'acme' };
const creates = { key: account, window: 'image-create' } as const;
const jobId = '019b76da-a800-7000-8000-000000000001';
/** Time limit of a command. It is short, because tests wait for it, and long enough for Redis on a busy machine. */
const commandTimeoutMs = 1_000;
const unavailable = { name: 'LedgerError', reason: 'Unavailable' };
const lost = { name: 'LedgerError', reason: 'Lost' };

let server: RedisServer;
let proxy: TcpProxy;
let connection: RedisConnection;
/** Ledger whose connection the tests interrupt. */
let ledger: WholeLedger;
let limiter: RedisRateLimiter;
/** Ledger on a direct connection with a long timeout, for checks. */
let straight: WholeLedger;

beforeEach(async () => {
  server = await RedisServer.start();
  proxy = await TcpProxy.start(server.port);
  connection = await server.connect({ url: `redis://127.0.0.1:${proxy.port}`, commandTimeoutMs });
  ledger = new RedisLedger(connection);
  limiter = new RedisRateLimiter(connection);
  straight = new RedisLedger(await server.connect());
  await straight.audit.begin('first');
  await straight.grant(account, { id: 'first', amount: 1_000 });
});

afterEach(async () => {
  await proxy.close();
  await server.close();
});

function admission(id = jobId, intent = 'intent'): AdmissionRequest {
  const idempotency = { key: `of ${id}`, requestHash: 'hash' };
  const origin = { kind: 'request', object: { namespace: 'here', name: id }, intent, idempotency } as const;
  return { jobId: id, account, credits: 5, seen: undefined, origin };
}

function numbered(number: number): string {
  return `019b76da-a800-7000-8000-${String(number).padStart(12, '0')}`;
}

async function told(): Promise<string[]> {
  const { entries } = await straight.history(account, { limit: 1_000, cursor: undefined });
  return entries.map(({ kind, jobId: id }: HistoryEntry) => `${kind} ${id ?? '-'}`);
}

/** Returns the number of admissions that Redis has executed, answered or not. */
async function held(): Promise<number> {
  return (await told()).filter((line) => line.startsWith('reserve')).length;
}

async function connected(one = connection): Promise<void> {
  await until(() => one.isReady);
}

describe('Redis killed', () => {
  test('after a crash of Redis every answered admission is kept and none counts twice', async () => {
    const sent = Array.from({ length: 200 }, (_, number) => numbered(number));
    const answers = Promise.allSettled(sent.map((id) => ledger.admit(admission(id))));
    await until(async () => (await held()) > 0);
    await server.kill();
    const outcomes = await answers;
    await server.go();
    await Promise.all([connected(), until(() => straight.audit.position().then(Boolean, () => false))]);

    const lines = await told();
    for (const [index, outcome] of outcomes.entries()) {
      const count = lines.filter((line) => line === `reserve ${numbered(index)}`).length;
      expect(count).toBeLessThanOrEqual(1);
      if (outcome.status === 'fulfilled') expect(count).toBe(1);
      else expect(outcome.reason).toMatchObject(unavailable);
    }
    for (const id of sent) expect(await ledger.admit(admission(id))).toEqual({ kind: 'accepted' });
    expect(await straight.balance(account)).toMatchObject({ reserved: 5 * sent.length });
    expect(await ledgerViolations(straight, [account])).toEqual([]);
  });

  test('calls to ledger and rate limiter fail at once while Redis is down and succeed when it runs again', async () => {
    // With such a timeout, a call that does not fail at once makes the test fail by its own timeout.
    const patient = await server.connect({ commandTimeoutMs: 300_000 });
    const [patientLedger, patientLimiter] = [new RedisLedger(patient), new RedisRateLimiter(patient)];
    await server.kill();
    await until(() => !patient.isReady);
    await expect(patientLedger.admit(admission())).rejects.toMatchObject(unavailable);
    await expect(patientLedger.balance(account)).rejects.toMatchObject(unavailable);
    await expect(patientLimiter.consume(creates, 10)).rejects.toMatchObject({ name: 'RateLimiterUnavailable' });
    await server.go();
    await connected(patient);
    expect(await patientLedger.admit(admission())).toEqual({ kind: 'accepted' });
    expect(await patientLimiter.consume(creates, 10)).toMatchObject({ isAllowed: true });
  });

  test('every ledger call fails with `Lost` after Redis has lost its data', async () => {
    const seen = await straight.audit.position();
    await server.restart('empty');
    await connected();
    await expect(ledger.admit({ ...admission(), seen })).rejects.toMatchObject(lost);
    await expect(ledger.bind(jobId, { ...account, uid: 'uid' }, account)).rejects.toMatchObject(lost);
    await expect(ledger.abort(jobId)).rejects.toMatchObject(lost);
    await expect(ledger.balance(account)).rejects.toMatchObject(lost);
    expect(await ledger.audit.position()).toBeUndefined();
  });

  test('`admit` fails with `Lost` after Redis has restarted with older data', async () => {
    await ledger.admit(admission());
    const seen = await straight.audit.position();
    await server.restart('empty');
    await connected();
    await ledger.audit.begin('first');
    await ledger.grant(account, { id: 'first', amount: 1_000 });
    await expect(ledger.admit({ ...admission(), seen })).rejects.toMatchObject(lost);
    expect(await ledger.balance(account)).toMatchObject({ reserved: 0 });
  });
});

describe('Redis paused', () => {
  test('an admission that times out is executed once when Redis continues, and can be aborted', async () => {
    server.stop();
    await expect(ledger.admit(admission())).rejects.toMatchObject(unavailable);
    server.continue();
    await until(async () => (await held()) === 1);
    expect(await straight.intents.get(jobId)).toMatchObject({ payload: 'intent' });
    await connected();
    expect(await ledger.abort(jobId)).toBe('aborted');
    expect(await straight.balance(account)).toMatchObject({ granted: 1_000, reserved: 0, available: 1_000 });
    expect(await told()).toEqual([`release ${jobId}`, `reserve ${jobId}`, 'grant -']);
    expect(await ledgerViolations(straight, [account])).toEqual([]);
  });

  test('an admission that arrives after its abort is refused', async () => {
    const other = new RedisLedger(await server.connect());
    server.stop();
    const taken = other.abort(jobId);
    const late = ledger.admit(admission());
    await expect(late).rejects.toMatchObject(unavailable);
    server.continue();
    expect(await taken).toBe('aborted');
    await connected();
    expect(await ledger.admit(admission())).toEqual({ kind: 'given-up' });
    expect(await held()).toBe(0);
    expect(await straight.intents.get(jobId)).toBeUndefined();
  });
});

describe('connections reset', () => {
  test('a call whose connection is reset before it arrives has no effect and is not repeated', async () => {
    proxy.wire.requests = 'reset';
    await expect(ledger.admit(admission())).rejects.toMatchObject(unavailable);
    proxy.wire.requests = 'pass';
    await connected();
    expect(await held()).toBe(0);
    expect(await ledger.admit(admission())).toEqual({ kind: 'accepted' });
  });

  test('a call whose answer is lost takes effect once, and its repetition returns the same answer', async () => {
    proxy.wire.answers = 'reset';
    await expect(ledger.admit(admission())).rejects.toMatchObject(unavailable);
    proxy.wire.answers = 'pass';
    await connected();
    expect(await held()).toBe(1);
    expect(await ledger.admit(admission())).toEqual({ kind: 'accepted' });
    expect(await held()).toBe(1);
    expect(await straight.balance(account)).toMatchObject({ reserved: 5 });
  });

  test('a rate limit request whose answer is lost is counted once', async () => {
    const straightLimiter = new RedisRateLimiter(await server.connect());
    const before = await straightLimiter.consume(creates, 10);
    proxy.wire.answers = 'reset';
    await expect(limiter.consume(creates, 10)).rejects.toMatchObject({ name: 'RateLimiterUnavailable' });
    proxy.wire.answers = 'pass';
    const after = await straightLimiter.consume(creates, 10);
    if (after.minute === before.minute) expect(after.used - before.used).toBe(2);
    else expect(after.used).toBeLessThanOrEqual(2);
  });

  test('each kind of change takes effect at most once when its answer is lost', async () => {
    const uid = 'uid';
    const object = { namespace: 'here', name: jobId, uid };
    const changes: [() => Promise<unknown>, unknown][] = [
      [() => ledger.grant(account, { id: 'second', amount: 7 }), 'known'],
      [() => ledger.admit(admission()), { kind: 'accepted' }],
      [() => ledger.bind(jobId, object, account), { kind: 'bound', credits: 5, isCancelled: false }],
      [() => ledger.settle(jobId, uid), 'done'],
      [() => ledger.retire(jobId, uid), { epoch: expect.any(String), sequence: expect.any(Number) }],
      [async () => ledger.noted(jobId, { ...(await straight.balance(account)).position }), undefined],
    ];
    for (const [change, again] of changes) {
      proxy.wire.answers = 'reset';
      await expect(change()).rejects.toMatchObject(unavailable);
      proxy.wire.answers = 'pass';
      await connected();
      expect(await change()).toEqual(again);
    }
    const balance = { granted: 1_007, reserved: 0, spent: 5, retired: 5, available: 1_002 };
    expect(await straight.balance(account)).toMatchObject(balance);
    expect(await ledgerViolations(straight, [account])).toEqual([]);
  });
});

test('an answer of Redis that comes too late counts as lost, and the next call gets its own answer', async () => {
  proxy.wire.answersDelayMs = 2 * commandTimeoutMs;
  await expect(ledger.admit(admission())).rejects.toMatchObject(unavailable);
  proxy.wire.answersDelayMs = 0;
  expect(await held()).toBe(1);
  await until(() => ledger.audit.position().then(Boolean, () => false));
  expect(await ledger.admit(admission(numbered(2)))).toEqual({ kind: 'accepted' });
  expect(await ledger.balance(account)).toMatchObject({ granted: 1_000, reserved: 10 });
  expect(await ledgerViolations(straight, [account])).toEqual([]);
});

test('a ledger on a Redis without free memory admits nothing and still closes open holds', async () => {
  expect(await ledger.admit(admission())).toEqual({ kind: 'accepted' });
  const object = { namespace: 'here', name: jobId, uid: 'uid' };
  const direct = await server.connect();
  await direct.call('CONFIG', 'SET', 'maxmemory', '2mb');
  let admitted = 1;
  const next = (): Promise<unknown> => ledger.admit(admission(numbered(admitted + 1), 'x'.repeat(50_000)));
  await until(async () => {
    const outcome = await next().catch((error: unknown) => error);
    if (outcome instanceof Error) return true;
    admitted += 1;
    return false;
  });
  await direct.call('CONFIG', 'SET', 'maxmemory', '1mb');
  await expect(next()).rejects.toMatchObject(unavailable);
  await expect(limiter.consume(creates, 10)).rejects.toMatchObject({ name: 'RateLimiterUnavailable' });

  expect(await ledger.balance(account)).toMatchObject({ reserved: 5 * admitted });
  expect(await held()).toBe(admitted);
  expect(await ledger.intents.get(numbered(admitted + 1))).toBeUndefined();
  expect(await ledger.bind(jobId, object, account)).toMatchObject({ kind: 'bound' });
  expect(await ledger.settle(jobId, 'uid')).toBe('done');
  expect(await ledgerViolations(straight, [account])).toEqual([]);

  await direct.call('CONFIG', 'SET', 'maxmemory', '0');
  expect(await next()).toEqual({ kind: 'accepted' });
});

test('scripts that Redis lacks after a restart are sent again and run once', async () => {
  await ledger.admit(admission());
  await straight.audit.position();
  const direct = await server.connect();
  await direct.call('SCRIPT', 'FLUSH');
  expect(await ledger.admit(admission(numbered(2)))).toEqual({ kind: 'accepted' });
  expect(await held()).toBe(2);
});
