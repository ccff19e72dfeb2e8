import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { AbortKeeper } from '../../src/api/abort-keeper.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { readIntent } from '../../src/domain/intent.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import { RateLimiterUnavailable } from '../../src/ratelimit/port.ts';
import { isStoreError, StoreError } from '../../src/store/port.ts';
import { imageRequest } from '../support/ad-requests.ts';
import { namespace, startApi, type ApiService, type TestKey } from '../support/api-service.ts';
import type { Around } from '../support/around-calls.ts';
import { fixedMinute } from '../support/fixed-minute.ts';
import { KillSwitch } from '../support/kill-switch.ts';

/** Stays up: where the clients go when the other replica is gone. */
let home: ApiService;
const minute = fixedMinute();
beforeAll(async () => {
  home = await startApi({ rateLimiter: minute.rateLimiter });
});
afterAll(async () => {
  await home.close();
  minute.close();
});

const price = 5;
const noFault: Around = (_, run) => run();

/** A replica on the same files that dies at a point. */
async function startVictim(killAt: number, fault: Around = noFault) {
  let cut = (): void => undefined;
  const kill = new KillSwitch(killAt, () => {
    cut();
  });
  const keepers: AbortKeeper[] = [];
  const api = await startApi({
    folder: home.folder,
    rateLimiter: kill.wrap(minute.rateLimiter, fault),
    change: ({ keys, ledger, store }) => {
      const fused = kill.wrap(ledger, fault);
      const keeper = new AbortKeeper({ ledger: fused, clock: systemClock, logger: pino({ level: 'silent' }) });
      keepers.push(keeper);
      const asked = kill.wrap(keys, fault);
      return {
        keys: { find: (hash) => asked.find(hash), known: () => undefined },
        ledger: fused,
        store: kill.wrap(store, fault),
        aborts: keeper,
      };
    },
  });
  cut = () => void api.drain(0);
  return {
    ...{ api, kill },
    close: async () => {
      if (!kill.isDead) await Promise.all(keepers.map((keeper) => keeper.drain(10_000)));
      await api.close();
    },
  };
}

interface Told {
  status: number;
  jobId: string | undefined;
}

/** Undefined: no answer came. */
async function post(api: ApiService, key: TestKey, idempotencyKey: string): Promise<Told | undefined> {
  const headers = { 'X-API-Key': key.secret, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
  const options = { method: 'POST', headers, body: JSON.stringify(imageRequest()) };
  try {
    const answer = await fetch(`${api.url}/create_image_ad_async`, options);
    const { job_id: jobId } = (await answer.json()) as { job_id?: string };
    return { status: answer.status, jobId };
  } catch {
    return undefined;
  }
}

const jobsOf = async ({ name }: TestKey) =>
  (await home.store.list(adJobKind, { namespace })).items.filter(({ spec }) => spec.apiKeyRef?.name === name);

/** What the controller does with what the API left: makes what is missing, binds what is there, deletes what was given up. */
async function control(key: TestKey): Promise<void> {
  const account = { namespace, name: key.account };
  for (const { payload } of await home.ledger.intents.list({ limit: 1_000 })) {
    const job = readIntent(payload);
    if (job === undefined) throw new Error('An intent cannot be read.');
    await home.store.create(adJobKind, job).catch((error: unknown) => {
      if (!isStoreError(error, 'AlreadyExists')) throw error;
    });
  }
  for (const { metadata } of await jobsOf(key)) {
    const bound = await home.ledger.bind(metadata.name, { namespace, name: metadata.name, uid: metadata.uid }, account);
    if (bound.kind === 'bound') continue;
    await home.store.patch(adJobKind, metadata, { metadata: { finalizers: null } });
    await home.store.delete(adJobKind, metadata);
  }
}

/** How often credits were held for jobs of this account and not given back. */
async function heldTimes({ account }: TestKey): Promise<number> {
  const { entries } = await home.ledger.history({ namespace, name: account }, { limit: 100, cursor: undefined });
  return (
    entries.filter(({ kind }) => kind === 'reserve').length - entries.filter(({ kind }) => kind === 'release').length
  );
}

/** One request of a client that asks again until it is told a job, while its first replica dies at a point. */
async function story(killAt: number, fault: Around): Promise<{ points: string[] }> {
  const key = await home.key();
  const victim = await startVictim(killAt, fault);
  const idempotencyKey = randomUUID();
  const first = await post(victim.api, key, idempotencyKey);
  await victim.close();
  const told = [first, await post(home, key, idempotencyKey), await post(home, key, idempotencyKey)];
  await control(key);

  const at = victim.kill.isDead ? `killed ${victim.kill.passed.at(-1) ?? ''}` : 'not killed';
  const [jobs, balance] = [await jobsOf(key), await home.ledger.balance({ namespace, name: key.account })];
  const accepted = told.filter((one) => one?.status === 202).map((one) => one?.jobId);
  expect([at, told.at(-1)?.status]).toEqual([at, 202]);
  expect([at, jobs.map(({ metadata }) => metadata.name)]).toEqual([at, [accepted[0]]]);
  expect([at, new Set(accepted).size]).toEqual([at, 1]);
  expect([at, balance]).toEqual([at, expect.objectContaining({ reserved: price, spent: 0 })]);
  expect([at, await heldTimes(key)]).toEqual([at, 1]);
  return { points: victim.kill.passed };
}

const unknown = new LedgerError('Unavailable', 'no answer');
const faults: [string, Around][] = [
  ['where everything is well', noFault],
  ['where the answer of the ledger is lost', loseAnswer('admit', unknown)],
  ['where the ledger never heard of it', refuse('admit', unknown)],
  ['where the object is made and its answer lost', loseAnswer('create', new StoreError('Unavailable', 'no answer'))],
  ['where the object is not made', refuse('create', new StoreError('Unavailable', 'away'))],
  ['where the answer of the counter store is lost', loseAnswer('consume', new RateLimiterUnavailable('no answer'))],
];

function loseAnswer(lost: string, error: Error): Around {
  return async (name, run) => {
    const answer = await run();
    if (name === lost) throw error;
    return answer;
  };
}

function refuse(refused: string, error: Error): Around {
  return (name, run) => (name === refused ? Promise.reject(error) : run());
}

describe('a replica killed at each of its points, its client asking again', () => {
  test.each(faults)('leaves one job and one hold %s', async (_, fault) => {
    const { points } = await story(0, fault);
    expect(points.length).toBeGreaterThanOrEqual(4);
    for (let killAt = 1; killAt <= points.length; killAt += 1) await story(killAt, fault);
  });

  test('the points are those around every call of the path', async () => {
    const { points } = await story(0, noFault);
    const calls = ['find', 'consume', 'admit', 'create'];
    expect(points).toEqual(calls.flatMap((name) => [`before ${name}`, `after ${name}`]));
  });
});

test('an admission that a client was told of by another replica is not taken back by the first', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const late: Around = async (name, run) => {
    if (name === 'abort') await held;
    const answer = await run();
    if (name === 'admit') throw unknown;
    return answer;
  };
  const key = await home.key();
  const victim = await startVictim(0, late);
  const idempotencyKey = randomUUID();
  expect(await post(victim.api, key, idempotencyKey)).toMatchObject({ status: 503 });
  const told = await post(home, key, idempotencyKey);
  release();
  await victim.close();
  await control(key);
  expect(victim.kill.passed).toContain('after abort');
  expect(told?.status).toBe(202);
  expect((await jobsOf(key)).map(({ metadata }) => metadata.name)).toEqual([told?.jobId]);
});

test('replicas that die do not lift a limit', async () => {
  const limit = 4;
  const key = await home.key({ limits: { imageCreatesPerMinute: limit } });
  for (let killAt = 1; killAt <= 8; killAt += 1) {
    const victim = await startVictim(killAt);
    await post(victim.api, key, randomUUID());
    await victim.close();
  }
  expect(await post(home, key, randomUUID())).toMatchObject({ status: 429 });
  await control(key);
  const window = { key: { namespace, name: key.name }, window: 'image-create' as const };
  expect(await minute.rateLimiter.used([window])).toEqual([limit]);
  expect((await jobsOf(key)).length).toBeLessThanOrEqual(limit);
});

test('a create that is let go when its job is over and gone makes an object that nobody runs', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const stopped: Around = async (name, run) => {
    if (name === 'create') await held;
    return run();
  };
  const key = await home.key();
  const victim = await startVictim(0, stopped);
  const answer = post(victim.api, key, randomUUID());
  const told = await answer;
  await control(key);
  const [job] = await jobsOf(key);
  const { uid = '', name = '' } = job?.metadata ?? {};
  await home.ledger.settle(name, uid);
  await home.ledger.retire(name, uid);
  await home.store.patch(adJobKind, { namespace, name }, { metadata: { finalizers: null } });
  await home.store.delete(adJobKind, { namespace, name });

  release();
  await victim.close();
  const [again] = await jobsOf(key);
  expect(again?.metadata.name).toBe(told?.jobId);
  const late = { namespace, name, uid: again?.metadata.uid ?? '' };
  expect(await home.ledger.bind(name, late, { namespace, name: key.account })).toEqual({ kind: 'taken' });
  expect(await heldTimes(key)).toBe(1);
  expect(await home.ledger.balance({ namespace, name: key.account })).toMatchObject({ reserved: 0, spent: price });
});
