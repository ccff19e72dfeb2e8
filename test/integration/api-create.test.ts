import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readIntent } from '../../src/domain/intent.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { priceList } from '../../src/domain/pricing.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { createFundedAccount, namespace } from '../support/installation/objects.ts';
import { imageRequest, videoRequest } from '../support/api/ad-requests.ts';
import { aroundCalls, type Around } from '../support/faults/around-calls.ts';
import { unlimitedWindows } from '../support/api/unlimited-windows.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { until } from '../support/process/until.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi({ windows: unlimitedWindows });
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

/** Creates an API key of a new account with the given credits. */
async function keyWith(credits: number, on = api): Promise<TestKey> {
  const name = `poor-${randomUUID()}`;
  await createFundedAccount(on, { namespace, name }, credits);
  return on.key({ accountRef: { name } });
}

const balanceOf = ({ account }: TestKey, on = api) => on.ledger.balance({ namespace, name: account });
const jobsOf = async ({ name }: TestKey, on = api) =>
  (await on.store.list(adJobKind, { namespace })).items.filter(({ spec }) => spec.apiKeyRef?.name === name);

describe('prices of creates', () => {
  test('a create holds its price and stores the intent of its AdJob', async () => {
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
    ['a video', 'video', videoRequest(), 30],
  ])('a create of %s holds its price', async (_, type, body, reserved) => {
    const key = await keyWith(100);
    expect((await create(key, { type, body })).status).toBe(202);
    expect(await balanceOf(key)).toMatchObject({ reserved });
  });

  test('a create holds the price that the installation configures', async () => {
    const own = await startApi({ prices: priceList({ image1k: 7 }) });
    const key = await keyWith(100, own);
    await create(key, { on: own });
    expect(await balanceOf(key, own)).toMatchObject({ reserved: 7 });
    await own.close();
  });
});

describe('insufficient credits', () => {
  test('a create without sufficient credits gets 402 with the amounts and creates nothing', async () => {
    const key = await keyWith(4);
    const answer = await create(key, { headers: once() });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({ code: 'insufficient_credits', status: 402, required: 5, available: 4 });
    expect(await balanceOf(key)).toMatchObject({ reserved: 0, available: 4 });
    expect(await jobsOf(key)).toEqual([]);
  });

  test('a 402 leaves the Idempotency-Key unused', async () => {
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

  test('exactly as many concurrent creates are admitted as the credits can pay', async () => {
    const key = await keyWith(35);
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await create(key)).status));
    expect(statuses.filter((status) => status === 202)).toHaveLength(7);
    expect(statuses.filter((status) => status === 402)).toHaveLength(23);
    expect(await balanceOf(key)).toMatchObject({ reserved: 35, available: 0 });
  });
});

describe('Idempotency-Key', () => {
  test('a repeated create with an equal JSON value gets the same answer and creates no second job', async () => {
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

  test('a repeated create is replayed even with an empty balance', async () => {
    const key = await keyWith(5);
    const headers = once();
    expect((await create(key, { headers })).status).toBe(202);
    expect((await create(key)).status).toBe(402);
    expect((await create(key, { headers })).status).toBe(202);
  });

  test('a repeated create is replayed after the job was erased', async () => {
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

  test('concurrent creates with one Idempotency-Key create one job', async () => {
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
    ['an additional field of null', imageRequest({ product_metadata: null })],
  ])('a repeated Idempotency-Key with %s gets 422', async (_, body) => {
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

  test('Idempotency-Keys of another API key or endpoint are separate', async () => {
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

  test('an invalid request leaves the Idempotency-Key unused', async () => {
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
  ])('a dry run with %s returns the price and creates nothing', async (_, available, sufficient) => {
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

  test('dry_run=false creates a job', async () => {
    expect((await create(await keyWith(5), { query: '?dry_run=false' })).status).toBe(202);
  });

  test.each(['?dry_run=', '?dry_run=1', '?dry_run=TRUE', '?dry_run=true&dry_run=true'])(
    'the query %s gets 422',
    async (query) => {
      const key = await keyWith(5);
      const answer = await create(key, { query });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: [{ loc: ['query', 'dry_run'] }] });
      expect(await jobsOf(key)).toEqual([]);
    },
  );

  test('half of an emoji, in a text or in the name of a field, gets 422 in well-formed JSON', async () => {
    const request = { ...imageRequest(), ad_copies: [{ copy_type: 'cta', copy_text: 'Buy \ud83d' }], ['x\ud83d']: 1 };
    const answer = await create(await keyWith(100), { body: request });
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).not.toMatch(/\\ud83d/i);
    expect(JSON.parse(text)).toMatchObject({
      errors: [
        { loc: ['body', 'ad_copies', 0, 'copy_text'], type: 'bad_format' },
        { loc: ['body', 'x\ufffd'], type: 'unknown_field' },
      ],
    });
  });

  test('a 422 lists the errors of header, query and body together', async () => {
    const answer = await create(await keyWith(5), { query: '?dry_run=x', headers: once('a b'), body: {} });
    const { errors } = (await answer.json()) as { errors: { loc: unknown[] }[] };
    expect(errors.map(({ loc }) => loc[0])).toEqual(['header', 'query', 'body']);
  });
});

describe('failing dependencies', () => {
  const away = new LedgerError('Unavailable', 'away');

  /** Starts an API in which `otherwise` replaces one call of the ledger or the store. */
  async function broken(name: 'admit' | 'create', otherwise: Around) {
    const taken: string[] = [];
    const around: Around = (call, run, args) => (call === name ? otherwise(call, run, args) : run());
    const own = await startApi({
      windows: unlimitedWindows,
      aborts: { add: (jobId) => taken.push(jobId) },
      change: ({ ledger, store }) => ({ ledger: aroundCalls(ledger, around), store: aroundCalls(store, around) }),
    });
    return { own, taken };
  }

  test('a create whose admission has an unknown outcome gets 503 and is queued for an abort', async () => {
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

  test('a create with a lost ledger gets 503 ledger_lost and no abort', async () => {
    const { own, taken } = await broken('admit', () => Promise.reject(new LedgerError('Lost', 'gone')));
    const answer = await create(await own.key(), { on: own });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'ledger_lost' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(taken).toEqual([]);
    await own.close();
  });

  test.each(['Unavailable', 'Forbidden', 'Invalid', 'AlreadyExists'] as const)(
    'a create whose AdJob cannot be created (%s) is accepted and left to the relay',
    async (reason) => {
      const { own } = await broken('create', () => Promise.reject(new StoreError(reason, 'no')));
      const answer = await create(await own.key(), { on: own });
      const { job_id: jobId } = (await answer.json()) as { job_id: string };
      expect(answer.status).toBe(202);
      expect(await own.ledger.intents.get(jobId)).toBeDefined();
      await own.close();
    },
  );

  test('a create does not wait for a hanging AdJob creation', async () => {
    const { own } = await broken('create', () => new Promise(() => undefined));
    expect((await create(await own.key(), { on: own })).status).toBe(202);
    await own.close();
  });

  test('a slow AdJob creation completes even while the replica shuts down', async () => {
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

  test('with too many creations in progress the AdJob is left to the relay', async () => {
    const own = await startApi({ windows: unlimitedWindows, creations: { run: () => false } });
    const key = await own.key();
    expect((await create(key, { on: own })).status).toBe(202);
    expect(await jobsOf(key, own)).toEqual([]);
    expect(await own.ledger.intents.list({ limit: 10 })).toHaveLength(1);
    await own.close();
  });

  test('an admission that took more than 10 s leaves the AdJob to the relay', async () => {
    const clock = new FakeClock();
    const own = await startApi({
      ...{ windows: unlimitedWindows, clock },
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

test('a create gets 503 ledger_lost if the ledger is behind the position recorded in the account', async () => {
  const key = await keyWith(100);
  const { position } = await balanceOf(key);
  const ledger = { ...position, sequence: position.sequence + 1_000 };
  await api.store.patchStatus(adAccountKind, { namespace, name: key.account }, { status: { ledger } });
  await until(async () => (await create(key)).status === 503);
  expect(await (await create(key)).json()).toMatchObject({ code: 'ledger_lost' });
});
