import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { priceList } from '../../src/domain/pricing.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { createFundedAccount, namespace } from '../support/installation/objects.ts';
import { imageRequest } from '../support/api/ad-requests.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Creates an API key of a new account with the given credits. */
async function keyWith(credits: number): Promise<TestKey> {
  const name = `poor-${randomUUID()}`;
  await createFundedAccount(api, { namespace, name }, credits);
  return api.key({ accountRef: { name } });
}

function create({ secret }: TestKey): Promise<Response> {
  const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json' };
  return fetch(`${api.url}/create_image_ad_async`, { method: 'POST', headers, body: JSON.stringify(imageRequest()) });
}

describe('GET /credits', () => {
  const credits = ({ secret }: TestKey, query = '') =>
    fetch(`${api.url}/credits${query}`, { headers: { 'X-API-Key': secret } });

  test('GET /credits returns the balance and its history, newest first', async () => {
    const key = await keyWith(100);
    const { job_id: jobId } = (await (await create(key)).json()) as { job_id: string };
    const value = (await (await credits(key)).json()) as { entries: Record<string, unknown>[] };
    expect(value).toMatchObject({ granted: 100, reserved: 5, spent: 0, available: 95, next_cursor: null });
    expect(Object.keys(value)).toEqual(['granted', 'reserved', 'spent', 'available', 'entries', 'next_cursor']);
    expect(value.entries.map(({ kind, amount, job_id, grant_id }) => [kind, amount, job_id, grant_id])).toEqual([
      ['reserve', 5, jobId, null],
      ['grant', 100, null, 'first'],
    ]);
    expect(Object.keys(value.entries[0] ?? {})).toEqual(['id', 'time', 'kind', 'amount', 'job_id', 'grant_id']);
  });

  test('pages of GET /credits miss nothing and repeat nothing', async () => {
    const key = await keyWith(1);
    for (let at = 0; at < 6; at += 1) {
      await api.ledger.grant({ namespace, name: key.account }, { id: `more-${at}`, amount: 10 + at });
    }
    const amounts: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await credits(key, `?limit=3&cursor=${cursor}`);
      const value = (await page.json()) as { entries: { amount: number }[]; next_cursor: string | null };
      amounts.push(...value.entries.map(({ amount }) => amount));
      cursor = value.next_cursor;
    }
    expect(amounts).toEqual([15, 14, 13, 12, 11, 10, 1]);
  });

  test('GET /credits refuses the cursor of another account', async () => {
    const [mine, theirs] = [await keyWith(1), await keyWith(1)];
    await api.ledger.grant({ namespace, name: mine.account }, { id: 'two', amount: 1 });
    const { next_cursor: cursor } = (await (await credits(mine, '?limit=1')).json()) as { next_cursor: string };
    expect((await credits(mine, `?cursor=${cursor}`)).status).toBe(200);
    const answer = await credits(theirs, `?cursor=${cursor}`);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ loc: ['query', 'cursor'] }] });
  });

  test.each([
    ['?cursor=x', 'cursor'],
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=ten', 'limit'],
  ])('GET /credits%s gets 422', async (query, name) => {
    const answer = await credits(await keyWith(1), query);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed', errors: [{ loc: ['query', name] }] });
  });
});

test('GET /pricing returns the complete price list of the installation', async () => {
  const own = await startApi({ prices: priceList({ image4k: 12 }) });
  const { secret } = await own.key();
  const answer = await fetch(`${own.url}/pricing`, { headers: { 'X-API-Key': secret } });
  const { actions } = (await answer.json()) as { actions: unknown[] };
  expect(actions).toHaveLength(19);
  expect(actions.slice(0, 2)).toEqual([
    { action: 'Image generation 1K', credits: 5, unit: 'image' },
    { action: 'Image generation 4K', credits: 12, unit: 'image' },
  ]);
  await own.close();
});
