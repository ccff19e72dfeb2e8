import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readIntent } from '../../src/domain/intent.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { RateLimiterUnavailable } from '../../src/ratelimit/port.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import { isStoreError, StoreError } from '../../src/store/port.ts';
import { audit } from '../storm/auditor.ts';
import { namespace, startApi, type ApiService } from '../support/api-service.ts';
import { CreateClient, price, type Told } from '../support/create-client.ts';
import { fixedMinute } from '../support/fixed-minute.ts';
import type { KillSwitch } from '../support/kill-switch.ts';
import { startMortalApi, type Fault, type MortalApi, type Shared } from '../support/mortal-api.ts';
import { RedisServer } from '../support/redis-server.ts';

/** Every fault on both ledgers, and a second replica that dies as well: minutes. */
const isFull = process.env['CRASH_TABLE'] === 'full';

/** Where a replica can die on the way of a create, in this order where all is well. */
const points: Record<string, string> = {
  'request heard': 'the headers are here, nobody has looked at them',
  'before find': 'the key is not looked up yet',
  'during find': 'the key is asked for, no answer yet',
  'after find': 'the key is found, and the caller not known yet',
  'before consume': 'the request is not counted yet',
  'during consume': 'the call that counts it is on its way, and arrives after the death',
  'after consume': 'it is counted, the answer not seen',
  'body half read': 'the first half of the body is read',
  'body read': 'all of the body is read, and not judged yet',
  'before admit': 'the job is not admitted yet',
  'during admit': 'the admission is on its way, and arrives after the death',
  'after admit': 'it is admitted, the answer not seen',
  'before create': 'the object is not sent yet',
  'during create': 'the object is on its way, and arrives after the death',
  'after create': 'the object is made, the answer not seen',
  'answer ready': 'nothing of the 202 is written',
  'answer headers out': 'the 202 is out, but not the job id',
  'answer half out': 'half of the job id is out',
  'answer out': 'the client has its answer, what goes on behind it is cut off',
  'before abort': 'an admission of unknown outcome is not taken back yet',
  'during abort': 'the call that takes it back is on its way, and arrives after the death',
  'after abort': 'it is taken back, the answer not seen',
  'before balance': 'a dry run does not know the balance yet',
  'during balance': 'a dry run has asked for the balance',
  'after balance': 'a dry run is told the balance, and has not seen it',
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
/** Its own death lets it go: what is on its way then arrives all the same. */
const createAfterAnswer: Fault = (kill) => async (name, run) => {
  if (name === 'create' && !kill.isDead) await kill.until('answer out');
  return run();
};

const faults: Record<string, Fault> = {
  'where everything is well': noFault,
  'where the answer of the ledger is lost': loseAnswer('admit', unknown),
  'where the ledger never heard of it': refuse('admit', unknown),
  'where the object is made and its answer lost': loseAnswer('create', away),
  'where the object is not made': refuse('create', away),
  'where the object is slower than the 202': createAfterAnswer,
  'where the answer of the counter store is lost': loseAnswer('consume', silent),
  'where the counter store never heard of it': refuse('consume', silent),
};

const minute = fixedMinute();
let redis: RedisServer;
const open = new Set<MortalApi>();
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterEach(() => closeAll([...open]));
afterAll(async () => {
  await redis.close();
  minute.close();
});

/** The replica that stays up: where the clients go when the other one is gone. With a ledger of its own. */
async function startHome(name: string): Promise<Shared> {
  if (name === 'SQLite') {
    const home = await startApi({ rateLimiter: minute.rateLimiter });
    return { home, books: home.ledger, rateLimiter: minute.rateLimiter };
  }
  const books = new RedisLedger(await redis.connect({ prefix: randomUUID(), commandTimeoutMs: 30_000 }));
  await books.audit.begin(randomUUID());
  const home = await startApi({ rateLimiter: minute.rateLimiter, ledger: books });
  return { home, books, rateLimiter: minute.rateLimiter };
}

async function startMortal(shared: Shared, fault: Fault, killAt?: string): Promise<MortalApi> {
  const mortal = await startMortalApi(shared, fault, killAt);
  open.add(mortal);
  return mortal;
}

async function closeAll(mortals: readonly MortalApi[]): Promise<void> {
  for (const mortal of mortals) {
    open.delete(mortal);
    await mortal.close();
  }
}

/**
 * What the controllers do with what the API left: make what is missing, end what is there well, delete what was given up.
 * An object that nobody was told of is left as it is, for the auditor to find.
 */
async function control({ home, books }: Shared, client: CreateClient): Promise<void> {
  for (const { account, payload } of await books.intents.list({ limit: 1_000 })) {
    if (account.name !== client.key.account) continue;
    const job = readIntent(payload);
    if (job === undefined) throw new Error('An intent cannot be read.');
    await home.store.create(adJobKind, job).catch((error: unknown) => {
      if (!isStoreError(error, 'AlreadyExists')) throw error;
    });
  }
  for (const job of await client.jobs()) {
    const { name, uid } = job.metadata;
    const { kind } = await books.bind(name, { namespace, name, uid }, client.account);
    if (kind === 'bound') await endWell(job, { home, books });
    if (kind === 'given-up') await remove(job, home);
  }
}

async function endWell({ metadata }: AdJob, { home, books }: Pick<Shared, 'home' | 'books'>): Promise<void> {
  const { name, uid } = metadata;
  const status = { phase: 'SUCCESS' as const, jobId: name, credits: { required: price, charged: price } };
  await home.store.patchStatus(adJobKind, metadata, { status });
  await books.settle(name, uid);
}

async function remove({ metadata }: AdJob, { store }: ApiService): Promise<void> {
  await store.patch(adJobKind, metadata, { metadata: { finalizers: null } });
  await store.delete(adJobKind, metadata);
}

interface Plot {
  fault: Fault;
  /** One replica each, one after the other. */
  killAt: (string | undefined)[];
  /** When that arrives which was on its way: before the client's last try, or when its job is over. */
  arrival?: 'early' | 'late';
  /** Another replica has told the client of its job before. */
  isReplay?: boolean;
}

/** One client that asks again until it is told a job, while the replicas that it asks first die at a point. */
async function story(shared: Shared, { fault, killAt, arrival = 'early', isReplay = false }: Plot) {
  const client = await CreateClient.of(shared);
  const told: (Told | undefined)[] = isReplay ? [await client.ask(shared.home)] : [];
  const mortals: MortalApi[] = [];
  for (const point of killAt) {
    const mortal = await startMortal(shared, fault, point);
    mortals.push(mortal);
    told.push(await client.ask(mortal.api, '', mortal.kill));
    await mortal.idle();
  }
  const arrive = () => Promise.all(mortals.map(({ kill }) => kill.arrive()));
  told.push(await client.ask(shared.home));
  if (arrival === 'early') await arrive();
  told.push(await client.ask(shared.home));
  await control(shared, client);
  await arrive();
  await control(shared, client);
  await closeAll(mortals);

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
  return mortals.map(({ kill }) => ({ passed: [...kill.passed], isDead: kill.isDead }));
}

/** Stories told at once. */
const atOnce = 8;

/** A death at each point that a replica passes under this fault; what is on its way at that moment arrives early, and late. */
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
    const [mortal] = await story(shared, { ...plot, killAt: [point], arrival });
    expect([point, mortal?.isDead]).toEqual([point, true]);
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

/** A client that only asks what it would cost. */
async function dryStory(shared: Shared, killAt?: string): Promise<string[]> {
  const client = await CreateClient.of(shared);
  const mortal = await startMortal(shared, noFault, killAt);
  const { api, kill } = mortal;
  await client.ask(api, dryRun, kill);
  const told = await client.ask(shared.home, dryRun);
  await kill.arrive();
  await closeAll([mortal]);
  const { findings, checked } = audit(await client.evidence());
  const seen = [killAt, kill.isDead, told?.status, findings, checked['entries of the books'], await client.jobs()];
  expect(seen).toEqual([killAt, killAt !== undefined, 200, [], 1, []]);
  return [...kill.passed];
}

/** Where both replicas of a story die. */
const twice = isFull
  ? Object.keys(points).filter((point) => !/ (?:abort|balance)$/.test(point))
  : ['during admit', 'after admit'];

describe.each([['SQLite'], ['Redis']])('a replica killed at each of its points, with the ledger in %s', (name) => {
  let shared: Shared;
  beforeEach(async () => {
    shared = await startHome(name);
  });
  afterEach(() => shared.home.close());
  const told = isFull || name === 'SQLite' ? Object.keys(faults) : ['where everything is well'];

  test.each(told)('leaves one job and one charge %s', async (what) => {
    const passed = await everyDeath(shared, { fault: faults[what] ?? noFault });
    expect(passed.length).toBeGreaterThan(7);
  });

  test('leaves one job and one charge where the client has been told of its job before', async () => {
    const passed = await everyDeath(shared, { fault: noFault, isReplay: true });
    expect(passed).not.toContain('before create');
    expect(passed).toContain('after admit');
  });

  test('leaves nothing at all of a dry run', async () => {
    const passed = await dryStory(shared);
    expect(passed).toContain('after balance');
    await inTurn(passed, async (point) => {
      await dryStory(shared, point);
    });
  });

  test.each(twice)(
    'leaves one job and one charge where the first dies at "%s" and the next one anywhere',
    async (first) => {
      await inTurn(twice, async (second) => {
        await story(shared, { fault: noFault, killAt: [first, second] });
      });
    },
  );
});

describe('with one ledger', () => {
  let shared: Shared;
  beforeEach(async () => {
    shared = await startHome('SQLite');
  });
  afterEach(() => shared.home.close());

  test('the points of the table are those that are passed, and no others', async () => {
    const passed = new Set(await dryStory(shared));
    for (const fault of ['where everything is well', 'where the answer of the ledger is lost']) {
      const [whole] = await story(shared, { fault: faults[fault] ?? noFault, killAt: [undefined] });
      for (const point of whole?.passed ?? []) passed.add(point);
    }
    expect([...passed].toSorted()).toEqual(Object.keys(points).toSorted());
  });

  test('replicas that die do not lift a limit', async () => {
    const limit = 4;
    const client = await CreateClient.of(shared, { jobs: 100, limit });
    const ask = (api: ApiService, kill?: KillSwitch) => {
      client.idempotencyKey = randomUUID();
      return client.ask(api, '', kill);
    };
    const [whole] = await story(shared, { fault: noFault, killAt: [undefined] });
    const kills: KillSwitch[] = [];
    for (const point of whole?.passed ?? []) {
      const { api, kill } = await startMortal(shared, noFault, point);
      kills.push(kill);
      await ask(api, kill);
    }
    expect(await ask(shared.home)).toMatchObject({ status: 429 });
    await Promise.all(kills.map((kill) => kill.arrive()));
    await control(shared, client);
    const window = { key: { namespace, name: client.key.name }, window: 'image-create' as const };
    expect(await minute.rateLimiter.used([window])).toEqual([limit]);
    const jobs = await client.jobs();
    expect(jobs.length).toBeLessThanOrEqual(limit);
    expect(await shared.books.balance(client.account)).toMatchObject({ reserved: 0, spent: jobs.length * price });
  });

  test('an admission that a client was told of by another replica is not taken back by the first', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const late: Fault = () => async (name, run) => {
      if (name === 'abort') await held;
      const answer = await run();
      if (name === 'admit') throw unknown;
      return answer;
    };
    const client = await CreateClient.of(shared);
    const mortal = await startMortal(shared, late);
    const { api, kill } = mortal;
    expect(await client.ask(api, '', kill)).toMatchObject({ status: 503 });
    const told = await client.ask(shared.home);
    release();
    await mortal.idle();
    await control(shared, client);
    expect(kill.passed).toContain('after abort');
    expect(told?.status).toBe(202);
    expect((await client.jobs()).map(({ metadata }) => metadata.name)).toEqual([told?.body.job_id]);
  });

  test('a create that is let go when its job is over and gone makes an object that nobody runs', async () => {
    const client = await CreateClient.of(shared);
    const { api, kill } = await startMortal(shared, createAfterAnswer, 'during create');
    await client.ask(api, '', kill);
    const told = await client.ask(shared.home);
    await control(shared, client);
    const [job] = await client.jobs();
    if (job === undefined) throw new Error('There is no job.');
    const { name, uid } = job.metadata;
    await shared.books.retire(name, uid);
    await remove(job, shared.home);

    await kill.arrive();
    const [again] = await client.jobs();
    expect([name, again?.metadata.name]).toEqual([told?.body.job_id, told?.body.job_id]);
    const late = { namespace, name, uid: again?.metadata.uid ?? '' };
    expect(await shared.books.bind(name, late, client.account)).toEqual({ kind: 'taken' });
    expect(await shared.books.balance(client.account)).toMatchObject({ reserved: 0, spent: price });
  });
});
