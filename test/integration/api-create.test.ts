import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readIntent } from '../../src/domain/intent.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { priceList } from '../../src/domain/pricing.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import { StoreError } from '../../src/store/port.ts';
import { namespace, startApi, type ApiService, type TestKey } from '../support/api-service.ts';
import { imageRequest, videoRequest } from '../support/ad-requests.ts';
import { aroundCalls, type Around } from '../support/around-calls.ts';
import { endlessWindows } from '../support/endless-windows.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi({ windows: endlessWindows });
});
afterAll(() => api.close());

interface Ask {
  body?: unknown;
  type?: 'image' | 'video';
  headers?: Record<string, string>;
  query?: string;
  on?: ApiService;
}

function create({ secret }: TestKey, { body, type = 'image', headers = {}, query = '', on = api }: Ask = {}) {
  const value = body ?? (type === 'image' ? imageRequest() : videoRequest());
  return fetch(`${on.url}/create_${type}_ad_async${query}`, {
    method: 'POST',
    headers: { 'X-API-Key': secret, 'Content-Type': 'application/json', ...headers },
    body: typeof value === 'string' ? value : JSON.stringify(value),
  });
}

const once = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

/** A key of a fresh account with so many credits. */
async function keyWith(credits: number, on = api): Promise<TestKey> {
  const name = `poor-${randomUUID()}`;
  const spec = { active: true, creditGrants: [], weight: 1 };
  await on.store.create(adAccountKind, { metadata: { namespace, name }, spec });
  if (credits > 0) await on.ledger.grant({ namespace, name }, { id: 'first', amount: credits });
  return on.key({ accountRef: { name } });
}

const balanceOf = ({ account }: TestKey, on = api) => on.ledger.balance({ namespace, name: account });
const jobsOf = async ({ name }: TestKey, on = api) =>
  (await on.store.list(adJobKind, { namespace })).items.filter(({ spec }) => spec.apiKeyRef?.name === name);

describe('a create', () => {
  test('holds its price, and leaves an intent of the AdJob that it made', async () => {
    const key = await keyWith(100);
    const { job_id: jobId } = (await (await create(key)).json()) as { job_id: string };
    expect(await balanceOf(key)).toMatchObject({ granted: 100, reserved: 5, spent: 0, available: 95 });
    const [job] = await jobsOf(key);
    const intent = await api.ledger.intents.get(jobId);
    expect(job?.metadata.name).toBe(jobId);
    expect(readIntent(intent?.payload ?? '')).toMatchObject({ metadata: { name: jobId, namespace }, spec: job?.spec });
    expect(intent?.account).toEqual({ namespace, name: key.account });
  });

  test.each<[string, 'image' | 'video', unknown, number]>([
    [
      '4K in two ratios',
      'image',
      imageRequest({ generation_metadata: { aspect_ratios: '1:1,9:16', resolution: '4K' } }),
      20,
    ],
    ['a film', 'video', videoRequest(), 30],
  ])('of %s holds what that costs', async (_, type, body, reserved) => {
    const key = await keyWith(100);
    expect((await create(key, { type, body })).status).toBe(202);
    expect(await balanceOf(key)).toMatchObject({ reserved });
  });

  test('costs what the installation asks for it', async () => {
    const own = await startApi({ prices: priceList({ image1k: 7 }) });
    const key = await keyWith(100, own);
    await create(key, { on: own });
    expect(await balanceOf(key, own)).toMatchObject({ reserved: 7 });
    await own.close();
  });
});

describe('too few credits', () => {
  test('are a 402 that says how many, and nothing is made', async () => {
    const key = await keyWith(4);
    const answer = await create(key, { headers: once() });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({ code: 'insufficient_credits', status: 402, required: 5, available: 4 });
    expect(await balanceOf(key)).toMatchObject({ reserved: 0, available: 4 });
    expect(await jobsOf(key)).toEqual([]);
  });

  test('leave the Idempotency-Key unused', async () => {
    const key = await keyWith(4);
    const headers = once();
    expect((await create(key, { headers })).status).toBe(402);
    await api.ledger.grant({ namespace, name: key.account }, { id: 'second', amount: 30 });
    const answer = await create(key, {
      headers,
      type: 'image',
      body: imageRequest({ callback_url: 'https://a.example/' }),
    });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  test('come to those who ask at once, and to nobody else', async () => {
    const key = await keyWith(35);
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await create(key)).status));
    expect(statuses.filter((status) => status === 202)).toHaveLength(7);
    expect(statuses.filter((status) => status === 402)).toHaveLength(23);
    expect(await balanceOf(key)).toMatchObject({ reserved: 35, available: 0 });
  });
});

describe('the same Idempotency-Key', () => {
  test('with the same JSON value gets the same answer, and makes no second job', async () => {
    const key = await keyWith(100);
    const headers = once();
    const [first, second] = [
      await create(key, { headers, body: '{"brand_data":{"brand_name":"A","brand_url":"https://a.example/"}}' }),
      await create(key, { headers, body: '{ "brand_data": {"brand_url": "https://a.example/", "brand_name": "A"} }' }),
    ];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect([first, second].map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(await jobsOf(key)).toHaveLength(1);
    expect(await balanceOf(key)).toMatchObject({ reserved: 5 });
  });

  test('is answered with an empty balance, too', async () => {
    const key = await keyWith(5);
    const headers = once();
    expect((await create(key, { headers })).status).toBe(202);
    expect((await create(key)).status).toBe(402);
    expect((await create(key, { headers })).status).toBe(202);
  });

  test('is answered after the job was erased', async () => {
    const key = await keyWith(5);
    const headers = once();
    const first = (await (await create(key, { headers })).json()) as { job_id: string };
    const object = { namespace, name: first.job_id };
    const job = await api.store.get(adJobKind, object);
    const uid = job?.metadata.uid ?? '';
    await api.ledger.bind(first.job_id, { ...object, uid }, { namespace, name: key.account });
    await api.ledger.release(first.job_id, uid);
    await api.ledger.retire(first.job_id, uid);
    await api.store.patch(adJobKind, object, { metadata: { finalizers: null } });
    await api.store.delete(adJobKind, object);
    const again = await create(key, { headers });
    expect([again.status, await again.json()]).toEqual([202, first]);
    expect(await jobsOf(key)).toEqual([]);
  });

  test('sent many times at once makes one job', async () => {
    const key = await keyWith(100);
    const headers = once();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, { headers })));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(answers.filter((one) => one.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await jobsOf(key)).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['another value', imageRequest({ brand_data: { brand_url: 'https://other.example/' } })],
    ['a field more, though it says nothing', imageRequest({ product_metadata: null })],
  ])('with %s is refused', async (_, body) => {
    const key = await keyWith(100);
    const headers = once();
    await create(key, { headers });
    const answer = await create(key, { headers, body });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'idempotency_key_reused',
      errors: [{ loc: ['header', 'Idempotency-Key'] }],
    });
    expect(await jobsOf(key)).toHaveLength(1);
  });

  test('of another API key, or at the other endpoint, is another one', async () => {
    const key = await keyWith(100);
    const sibling = await api.key({ accountRef: { name: key.account } });
    const headers = once();
    const answers = [
      await create(key, { headers }),
      await create(sibling, { headers }),
      await create(key, { headers, type: 'video' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(answers.map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, null, null]);
  });

  test('that came with an invalid request is unused', async () => {
    const key = await keyWith(100);
    const headers = once();
    expect((await create(key, { headers, body: {} })).status).toBe(422);
    expect((await create(key, { headers })).headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('dry_run', () => {
  test.each<[string, number, boolean]>([
    ['enough credits', 5, true],
    ['too few credits', 4, false],
  ])('with %s tells the price and makes nothing', async (_, available, sufficient) => {
    const key = await keyWith(available);
    const answer = await create(key, { query: '?dry_run=true', headers: once('dry') });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      valid: true,
      type: 'image_ad',
      credits: { required: 5, available, sufficient },
    });
    expect(await jobsOf(key)).toEqual([]);
    expect(await balanceOf(key)).toMatchObject({ reserved: 0 });
    expect((await create(key, { headers: once('dry') })).headers.get('idempotency-replayed')).toBeNull();
  });

  test('false is a create', async () => {
    expect((await create(await keyWith(5), { query: '?dry_run=false' })).status).toBe(202);
  });

  test.each(['?dry_run=', '?dry_run=1', '?dry_run=TRUE', '?dry_run=true&dry_run=true'])(
    '%s is a 422',
    async (query) => {
      const key = await keyWith(5);
      const answer = await create(key, { query });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: [{ loc: ['query', 'dry_run'] }] });
      expect(await jobsOf(key)).toEqual([]);
    },
  );

  test('tells everything that is wrong at once', async () => {
    const answer = await create(await keyWith(5), { query: '?dry_run=x', headers: once('a b'), body: {} });
    const { errors } = (await answer.json()) as { errors: { loc: unknown[] }[] };
    expect(errors.map(({ loc }) => loc[0])).toEqual(['header', 'query', 'body']);
  });
});

describe('where a part is away', () => {
  const away = new LedgerError('Unavailable', 'away');

  /** The API with one call of its ledger or its store made otherwise. */
  async function broken(name: 'admit' | 'create', otherwise: Around) {
    const taken: string[] = [];
    const around: Around = (call, run, args) => (call === name ? otherwise(call, run, args) : run());
    const own = await startApi({
      windows: endlessWindows,
      aborts: { add: (jobId) => taken.push(jobId) },
      change: ({ ledger, store }) => ({ ledger: aroundCalls(ledger, around), store: aroundCalls(store, around) }),
    });
    return { own, taken };
  }

  test('an unknown outcome is a 503, and is taken back', async () => {
    const { own, taken } = await broken('admit', async (_, run) => {
      await run();
      throw away;
    });
    const key = await own.key();
    const answer = await create(key, { on: own });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('ratelimit')).not.toBeNull();
    expect(taken).toEqual((await own.ledger.intents.list({ limit: 10 })).map(({ jobId }) => jobId));
    expect(await jobsOf(key, own)).toEqual([]);
    expect(await own.metrics.metrics()).toContain('adwright_admissions_total{outcome="unavailable"} 1');
    await own.close();
  });

  test('books that are lost are a 503 of their own, and nothing is taken back', async () => {
    const { own, taken } = await broken('admit', () => Promise.reject(new LedgerError('Lost', 'gone')));
    const answer = await create(await own.key(), { on: own });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'ledger_lost' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(taken).toEqual([]);
    await own.close();
  });

  test.each(['Unavailable', 'Forbidden', 'Invalid', 'AlreadyExists'] as const)(
    'a job whose object cannot be made (%s) is accepted, and left to the relay',
    async (reason) => {
      const { own } = await broken('create', () => Promise.reject(new StoreError(reason, 'no')));
      const answer = await create(await own.key(), { on: own });
      const { job_id: jobId } = (await answer.json()) as { job_id: string };
      expect(answer.status).toBe(202);
      expect(await own.ledger.intents.get(jobId)).toBeDefined();
      await own.close();
    },
  );

  test('the client does not wait for an object that does not come', async () => {
    const { own } = await broken('create', () => new Promise(() => undefined));
    expect((await create(await own.key(), { on: own })).status).toBe(202);
    await own.close();
  });

  test('an object that comes late is made all the same, also while the replica ends', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isMade = false;
    const { own } = await broken('create', async (_, run) => {
      await held;
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      const object = await run();
      isMade = true;
      return object;
    });
    expect((await create(await own.key(), { on: own })).status).toBe(202);
    const closed = own.close();
    release();
    await closed;
    expect(isMade).toBe(true);
  });

  test('with too many under way the object is left to the relay', async () => {
    const own = await startApi({ windows: endlessWindows, creations: { run: () => false } });
    const key = await own.key();
    expect((await create(key, { on: own })).status).toBe(202);
    expect(await jobsOf(key, own)).toEqual([]);
    expect(await own.ledger.intents.list({ limit: 10 })).toHaveLength(1);
    await own.close();
  });

  test('an admission that took more than 10 s leaves the object to the relay', async () => {
    const clock = new FakeClock();
    const own = await startApi({
      ...{ windows: endlessWindows, clock },
      change: ({ ledger }) => ({
        ledger: aroundCalls(ledger, async (name, run) => {
          const result = await run();
          if (name === 'admit') await clock.advance(10_001);
          return result;
        }),
      }),
    });
    const key = await own.key();
    expect((await create(key, { on: own })).status).toBe(202);
    expect(await jobsOf(key, own)).toEqual([]);
    expect(await own.ledger.intents.list({ limit: 10 })).toHaveLength(1);
    await own.close();
  });
});

test('books that are behind what the account has seen are lost', async () => {
  const key = await keyWith(100);
  const { position } = await balanceOf(key);
  const ledger = { ...position, sequence: position.sequence + 1_000 };
  await api.store.patchStatus(adAccountKind, { namespace, name: key.account }, { status: { ledger } });
  await until(async () => (await create(key)).status === 503);
  expect(await (await create(key)).json()).toMatchObject({ code: 'ledger_lost' });
});
