import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readIntent } from '../../src/domain/intent.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { RateLimiterUnavailable } from '../../src/ratelimit/port.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import { isStoreError, StoreError } from '../../src/objects/store-error.ts';
import { audit } from '../storm/auditor.ts';
import { startApi, type ApiService } from '../support/api/api-service.ts';
import { namespace, price } from '../support/installation/objects.ts';
import { CreateClient, type Told } from '../support/api/create-client.ts';
import { fixedMinute } from '../support/api/fixed-minute.ts';
import type { KillSwitch } from '../support/faults/kill-switch.ts';
import { startKillableApi, type Fault, type KillableApi, type Shared } from '../support/api/killable-api.ts';
import { RedisServer } from '../support/stores/redis-server.ts';

/**
 * With `CRASH_TABLE=full`, tests every fault with both ledgers, and kills two replicas at most points instead of a few.
 * Takes minutes.
 */
const isFull = process.env['CRASH_TABLE'] === 'full';

/**
 * Points of a create at which a replica can be killed, each with what has happened by then. They are in the order of a
 * create without faults.
 */
const points: Record<string, string> = {
  'request heard': 'the headers were received and not processed',
  'before find': 'the key was not looked up',
  'during find': 'the key lookup was sent',
  'after find': 'the key was found, the caller not yet identified',
  'before consume': 'the request was not counted',
  'during consume': 'the counting call was sent and arrives after the death',
  'after consume': 'the request was counted, the answer not received',
  'body half read': 'the first half of the body was read',
  'body read': 'the whole body was read and not validated',
  'before admit': 'the job was not admitted',
  'during admit': 'the admission was sent and arrives after the death',
  'after admit': 'the job was admitted, the answer not received',
  'before create': 'the AdJob creation was not sent',
  'during create': 'the AdJob creation was sent and arrives after the death',
  'after create': 'the AdJob was created, the answer not received',
  'answer ready': 'nothing of the 202 was written',
  'answer headers out': 'the headers of the 202 were written',
  'answer half out': 'half of the job id was written',
  'answer out': 'the client has its answer; later work is cut off',
  'before abort': 'the abort of an admission with unknown outcome was not sent',
  'during abort': 'the abort was sent and arrives after the death',
  'after abort': 'the admission was aborted, the answer not received',
  'before balance': 'the balance for a dry run was not requested',
  'during balance': 'the balance for a dry run was requested',
  'after balance': 'the balance for a dry run was returned, the answer not received',
};

const unknown = new LedgerError('Unavailable', 'no answer');
const away = new StoreError('Unavailable', 'no answer');
const silent = new RateLimiterUnavailable('no answer');

const noFault: Fault = () => (_, run) => run();
const loseAnswer =
  (lost: string, error: Error): Fault =>
  () =>
  async (name, run) => {
    const answer = await run();
    if (name === lost) throw error;
    return answer;
  };
const refuse =
  (refused: string, error: Error): Fault =>
  () =>
  (name, run) =>
    name === refused ? Promise.reject(error) : run();
/**
 * Delays the AdJob creation until the 202 is sent. If the replica is killed, the creation is released and still takes
 * effect.
 */
const createAfterAnswer: Fault = (kill) => async (name, run) => {
  if (name === 'create' && !kill.isDead) await kill.until('answer out');
  return run();
};

const faults: Record<string, Fault> = {
  'without faults': noFault,
  'if the answer of admit is lost': loseAnswer('admit', unknown),
  'if admit never reaches the ledger': refuse('admit', unknown),
  'if the AdJob is created and the answer lost': loseAnswer('create', away),
  'if the AdJob is not created': refuse('create', away),
  'if the AdJob creation is slower than the 202': createAfterAnswer,
  'if the answer of the counter store is lost': loseAnswer('consume', silent),
  'if the request never reaches the counter store': refuse('consume', silent),
};

const minute = fixedMinute();
let redis: RedisServer;
const open = new Set<KillableApi>();
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterEach(() => closeAll([...open]));
afterAll(async () => {
  await redis.close();
  minute.close();
});

/** Starts the replica that is never killed, with a new ledger. Clients use it after the other replicas. */
async function startHome(name: string): Promise<Shared> {
  if (name === 'SQLite') {
    const home = await startApi({ rateLimiter: minute.rateLimiter });
    return { home, ledger: home.ledger, rateLimiter: minute.rateLimiter };
  }
  const ledger = new RedisLedger(await redis.connect({ prefix: randomUUID(), commandTimeoutMs: 30_000 }));
  await ledger.audit.begin(randomUUID());
  const home = await startApi({ rateLimiter: minute.rateLimiter, ledger: ledger });
  return { home, ledger, rateLimiter: minute.rateLimiter };
}

async function startKillable(shared: Shared, fault: Fault, killAt?: string): Promise<KillableApi> {
  const replica = await startKillableApi(shared, fault, killAt);
  open.add(replica);
  return replica;
}

async function closeAll(replicas: readonly KillableApi[]): Promise<void> {
  for (const replica of replicas) {
    open.delete(replica);
    await replica.close();
  }
}

/**
 * Does the work of the controllers after the API: creates missing AdJobs, ends bound jobs with SUCCESS and deletes
 * AdJobs of jobs that were given up. AdJobs that the ledger does not know stay, and the auditor reports them.
 */
async function control({ home, ledger }: Shared, client: CreateClient): Promise<void> {
  for (const { account, payload } of await ledger.intents.list({ limit: 1_000 })) {
    if (account.name !== client.key.account) continue;
    const job = readIntent(payload);
    if (job === undefined) throw new Error('failed to read an intent');
    await home.store.create(adJobKind, job).catch((error: unknown) => {
      if (!isStoreError(error, 'AlreadyExists')) throw error;
    });
  }
  for (const job of await client.jobs()) {
    const { name, uid } = job.metadata;
    const { kind } = await ledger.bind(name, { namespace, name, uid }, client.account);
    if (kind === 'bound') await endWell(job, { home, ledger });
    if (kind === 'given-up') await remove(job, home);
  }
}

async function endWell({ metadata }: AdJob, { home, ledger }: Pick<Shared, 'home' | 'ledger'>): Promise<void> {
  const { name, uid } = metadata;
  const status = { phase: 'SUCCESS' as const, jobId: name, credits: { required: price, charged: price } };
  await home.store.patchStatus(adJobKind, metadata, { status });
  await ledger.settle(name, uid);
}

async function remove({ metadata }: AdJob, { store }: ApiService): Promise<void> {
  await store.patch(adJobKind, metadata, { metadata: { finalizers: null } });
  await store.delete(adJobKind, metadata);
}

interface Plot {
  fault: Fault;
  /** Points at which the replicas are killed, one for each replica that the client asks; `undefined` for no kill. */
  killAt: (string | undefined)[];
  /** Time at which calls in flight take effect: before the client's last request, or after its job has ended. */
  arrival?: 'early' | 'late';
  /** True if the client got the job from another replica before, so that the create is a replay. */
  isReplay?: boolean;
}

/**
 * Runs a client that asks one replica per point in `killAt`, each killed at its point, and then the replica that is
 * never killed. Ends the job, and checks that there is exactly one job and one charge. Returns the points that each
 * killed replica has passed.
 */
async function story(shared: Shared, { fault, killAt, arrival = 'early', isReplay = false }: Plot) {
  const client = await CreateClient.of(shared);
  const told: (Told | undefined)[] = isReplay ? [await client.ask(shared.home)] : [];
  const replicas: KillableApi[] = [];
  for (const point of killAt) {
    const replica = await startKillable(shared, fault, point);
    replicas.push(replica);
    told.push(await client.ask(replica.api, '', replica.kill));
    await replica.idle();
  }
  const arrive = () => Promise.all(replicas.map(({ kill }) => kill.completeLastCall()));
  told.push(await client.ask(shared.home));
  if (arrival === 'early') await arrive();
  told.push(await client.ask(shared.home));
  await control(shared, client);
  await arrive();
  await control(shared, client);
  await closeAll(replicas);

  const { accounts, ...evidence } = await client.evidence();
  const { findings, checked } = audit({ accounts, ...evidence });
  const used = await minute.rateLimiter.used([
    { key: { namespace, name: client.key.name }, window: 'image-create' as const },
  ]);
  const isCounted = (used[0] ?? 0) <= client.sent;
  const seen = { last: told.at(-1)?.status, findings, isCounted, spent: accounts[0]?.spent };
  expect({ killAt, arrival, ...seen, accepted: checked['jobs accepted (202)'] }).toEqual({
    ...{ killAt, arrival, last: 202, findings: [], isCounted: true, spent: price, accepted: 1 },
  });
  return replicas.map(({ kill }) => ({ passed: [...kill.passed], isDead: kill.isDead }));
}

/** Number of test cases that run at the same time. */
const atOnce = 8;

/**
 * Runs `story` for each point that a replica passes under this fault, with a kill at that point. If the kill is during
 * a call, a second run lets that call take effect late. Returns the points.
 */
async function everyDeath(shared: Shared, plot: Omit<Plot, 'killAt'>): Promise<string[]> {
  const [whole] = await story(shared, { ...plot, killAt: [undefined] });
  const passed = whole?.passed ?? [];
  const deaths = passed.flatMap((point) =>
    point.startsWith('during ')
      ? ([
          [point, 'early'],
          [point, 'late'],
        ] as const)
      : ([[point, 'early']] as const),
  );
  await inTurn(deaths, async ([point, arrival]) => {
    const [replica] = await story(shared, { ...plot, killAt: [point], arrival });
    expect([point, replica?.isDead]).toEqual([point, true]);
  });
  return passed;
}

async function inTurn<T>(all: readonly T[], tell: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const work = async (): Promise<void> => {
    for (const one of left) await tell(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const dryRun = '?dry_run=true';

/** Like `story`, but for a dry run of a create. Returns the points that the replica has passed. */
async function dryStory(shared: Shared, killAt?: string): Promise<string[]> {
  const client = await CreateClient.of(shared);
  const replica = await startKillable(shared, noFault, killAt);
  const { api, kill } = replica;
  await client.ask(api, dryRun, kill);
  const told = await client.ask(shared.home, dryRun);
  await kill.completeLastCall();
  await closeAll([replica]);
  const { findings, checked } = audit(await client.evidence());
  const seen = [killAt, kill.isDead, told?.status, findings, checked['ledger entries'], await client.jobs()];
  expect(seen).toEqual([killAt, killAt !== undefined, 200, [], 1, []]);
  return [...kill.passed];
}

/** Points at which two replicas are killed, one after the other. */
const twice = isFull
  ? Object.keys(points).filter((point) => !/ (?:abort|balance)$/.test(point))
  : ['during admit', 'after admit'];

describe.each([['SQLite'], ['Redis']])('a killed replica, with the ledger in %s', (name) => {
  let shared: Shared;
  beforeEach(async () => {
    shared = await startHome(name);
  });
  afterEach(() => shared.home.close());
  const told = isFull || name === 'SQLite' ? Object.keys(faults) : ['without faults'];

  test.each(told)('a kill of a replica at any point leaves one job and one charge %s', async (what) => {
    const passed = await everyDeath(shared, { fault: faults[what] ?? noFault });
    expect(passed.length).toBeGreaterThan(7);
  });

  test('a kill of a replica at any point leaves one job and one charge if the create is a replay', async () => {
    const passed = await everyDeath(shared, { fault: noFault, isReplay: true });
    expect(passed).not.toContain('before create');
    expect(passed).toContain('after admit');
  });

  test('a kill of a replica during a dry run leaves no job and no hold', async () => {
    const passed = await dryStory(shared);
    expect(passed).toContain('after balance');
    await inTurn(passed, async (point) => {
      await dryStory(shared, point);
    });
  });

  test.each(twice)(
    'kills of one replica at "%s" and of the next at any point leave one job and one charge',
    async (first) => {
      await inTurn(twice, async (second) => {
        await story(shared, { fault: noFault, killAt: [first, second] });
      });
    },
  );
});

describe('a killed replica, with the ledger in SQLite', () => {
  let shared: Shared;
  beforeEach(async () => {
    shared = await startHome('SQLite');
  });
  afterEach(() => shared.home.close());

  test('`points` lists exactly the points that a replica passes', async () => {
    const passed = new Set(await dryStory(shared));
    for (const fault of ['without faults', 'if the answer of admit is lost']) {
      const [whole] = await story(shared, { fault: faults[fault] ?? noFault, killAt: [undefined] });
      for (const point of whole?.passed ?? []) passed.add(point);
    }
    expect([...passed].toSorted()).toEqual(Object.keys(points).toSorted());
  });

  test('kills of replicas do not let a key exceed its rate limit', async () => {
    const limit = 4;
    const client = await CreateClient.of(shared, { jobs: 100, limit });
    const ask = (api: ApiService, kill?: KillSwitch) => {
      client.idempotencyKey = randomUUID();
      return client.ask(api, '', kill);
    };
    const [whole] = await story(shared, { fault: noFault, killAt: [undefined] });
    const kills: KillSwitch[] = [];
    for (const point of whole?.passed ?? []) {
      const { api, kill } = await startKillable(shared, noFault, point);
      kills.push(kill);
      await ask(api, kill);
    }
    expect(await ask(shared.home)).toMatchObject({ status: 429 });
    await Promise.all(kills.map((kill) => kill.completeLastCall()));
    await control(shared, client);
    const window = { key: { namespace, name: client.key.name }, window: 'image-create' as const };
    expect(await minute.rateLimiter.used([window])).toEqual([limit]);
    const jobs = await client.jobs();
    expect(jobs.length).toBeLessThanOrEqual(limit);
    expect(await shared.ledger.balance(client.account)).toMatchObject({ reserved: 0, spent: jobs.length * price });
  });

  test('an admission that another replica has replayed to a client is not aborted by the first', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const late: Fault = () => async (name, run) => {
      if (name === 'abort') await held;
      const answer = await run();
      if (name === 'admit') throw unknown;
      return answer;
    };
    const client = await CreateClient.of(shared);
    const replica = await startKillable(shared, late);
    const { api, kill } = replica;
    expect(await client.ask(api, '', kill)).toMatchObject({ status: 503 });
    const told = await client.ask(shared.home);
    release();
    await replica.idle();
    await control(shared, client);
    expect(kill.passed).toContain('after abort');
    expect(told?.status).toBe(202);
    expect((await client.jobs()).map(({ metadata }) => metadata.name)).toEqual([told?.body.job_id]);
  });

  test('an AdJob creation that arrives after its job was deleted creates an AdJob that never runs', async () => {
    const client = await CreateClient.of(shared);
    const { api, kill } = await startKillable(shared, createAfterAnswer, 'during create');
    await client.ask(api, '', kill);
    const told = await client.ask(shared.home);
    await control(shared, client);
    const [job] = await client.jobs();
    if (job === undefined) throw new Error('the client has no job');
    const { name, uid } = job.metadata;
    await shared.ledger.retire(name, uid);
    await remove(job, shared.home);

    await kill.completeLastCall();
    const [again] = await client.jobs();
    expect([name, again?.metadata.name]).toEqual([told?.body.job_id, told?.body.job_id]);
    const late = { namespace, name, uid: again?.metadata.uid ?? '' };
    expect(await shared.ledger.bind(name, late, client.account)).toEqual({ kind: 'taken' });
    expect(await shared.ledger.balance(client.account)).toMatchObject({ reserved: 0, spent: price });
  });
});
