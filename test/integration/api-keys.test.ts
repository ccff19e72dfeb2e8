import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newApiKey } from '../../src/domain/api-key.ts';
import { adAccountKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { startApi, type ApiService } from '../support/api/api-service.ts';
import { createApiKey, namespace } from '../support/installation/objects.ts';
import { imageRequest } from '../support/api/ad-requests.ts';
import { exchange } from '../support/network/raw-http.ts';
import { until } from '../support/process/until.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const past = '2020-01-01T00:00:00Z';
const future = '2099-01-01T00:00:00Z';

function ask(secret?: string): Promise<Response> {
  return fetch(`${api.url}/jobs/none`, { headers: secret === undefined ? {} : { 'X-API-Key': secret } });
}

/** Returns the parts of a response that are the same for equal requests: without date and request ids. */
async function faceless(answer: Response): Promise<{ status: number; headers: string[][]; body: string }> {
  const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return {
    status: answer.status,
    headers,
    body: (await answer.text()).replaceAll(/urn:uuid:[0-9a-f-]{36}/g, 'urn:uuid:'),
  };
}

describe('401 responses', () => {
  const cases: [string, () => Promise<string>][] = [
    ['a malformed key', () => Promise.resolve('sk-123')],
    ['an empty key', () => Promise.resolve('')],
    ['a key with a wrong checksum', () => Promise.resolve(`${newApiKey(randomBytes).secret.slice(0, -1)}?`)],
    ['an unknown key', () => Promise.resolve(newApiKey(randomBytes).secret)],
    ['a revoked key', async () => (await api.key({ revoked: true })).secret],
    ['an expired key', async () => (await api.key({ expiresAt: past })).secret],
    [
      'a revoked key of a deactivated account',
      async () => (await api.key({ revoked: true }, { active: false })).secret,
    ],
  ];

  test.each(cases)('the 401 for %s is identical to that for a missing key', async (_, secret) => {
    const [missing, given] = [await ask(), await ask(await secret())];
    expect(missing.status).toBe(401);
    expect(missing.headers.get('www-authenticate')).toBe('ApiKey realm="adwright"');
    expect(missing.headers.get('ratelimit')).toBeNull();
    expect(await faceless(given)).toEqual(await faceless(missing));
  });

  test('a valid key sent in two headers gets 401', async () => {
    const { secret } = await api.key();
    const twice = [
      'GET /jobs/none HTTP/1.1',
      'Host: a',
      `X-API-Key: ${secret}`,
      `x-api-key: ${secret}`,
      'Connection: close',
      '',
      '',
    ];
    const [answer] = await exchange(api.port, twice.join('\r\n'));
    expect(answer?.status).toBe(401);
    expect(answer?.body.replace(/urn:uuid:[0-9a-f-]{36}/, 'urn:uuid:')).toBe((await faceless(await ask())).body);
  });

  test('a key in the query or as a bearer token gets 401', async () => {
    const { secret } = await api.key();
    expect((await fetch(`${api.url}/jobs/none?X-API-Key=${secret}`)).status).toBe(401);
    expect((await fetch(`${api.url}/jobs/none`, { headers: { Authorization: `Bearer ${secret}` } })).status).toBe(401);
  });
});

test('a malformed key is refused without a lookup', async () => {
  const looked: string[] = [];
  const keys = {
    find: (hash: string) => {
      looked.push(hash);
      return Promise.resolve(undefined);
    },
    known: () => undefined,
  };
  const service = await startApi({ keys });
  const { secret, hash } = newApiKey(randomBytes);
  const wrong = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
  for (const given of ['', 'x', wrong, secret])
    await fetch(`${service.url}/jobs/1`, { headers: { 'X-API-Key': given } });
  expect(looked).toEqual([hash]);
  await service.close();
});

describe('valid keys', () => {
  test.each<[string, Parameters<ApiService['key']>[0]]>([
    ['without an end', {}],
    ['before its end', { expiresAt: future }],
  ])('a key %s is accepted', async (_, spec) => {
    expect((await ask((await api.key(spec)).secret)).status).toBe(404);
  });

  test('the previous secret of a key is accepted during the overlap', async () => {
    const [before, after] = [newApiKey(randomBytes), newApiKey(randomBytes)];
    await api.key({ secretHash: after.hash, previousSecretHash: before.hash, previousExpiresAt: future });
    expect((await ask(before.secret)).status).toBe(404);
    expect((await ask(after.secret)).status).toBe(404);
  });

  test('the previous secret of a key is refused after the overlap', async () => {
    const [before, after] = [newApiKey(randomBytes), newApiKey(randomBytes)];
    await api.key({ secretHash: after.hash, previousSecretHash: before.hash, previousExpiresAt: past });
    expect((await ask(before.secret)).status).toBe(401);
  });
});

describe('changes of keys and accounts', () => {
  test('a key created by another process is accepted on its first request', async () => {
    const { account } = await api.key();
    const { secret } = await createApiKey(api, { accountRef: { name: account } }, { namespace, name: 'fresh' });
    expect((await ask(secret)).status).toBe(404);
  });

  test.each<[string, (name: string, account: string) => Promise<unknown>, number]>([
    ['revoking the key', (name) => api.store.patch(apiKeyKind, { namespace, name }, { spec: { revoked: true } }), 401],
    ['deleting the key', (name) => api.store.delete(apiKeyKind, { namespace, name }), 401],
    ['deleting the account', (_, name) => api.store.delete(adAccountKind, { namespace, name }), 401],
    [
      'deactivating the account',
      (_, name) => api.store.patch(adAccountKind, { namespace, name }, { spec: { active: false } }),
      403,
    ],
  ])('%s takes effect on the next requests with the key', async (_, change, status) => {
    const { secret, name, account } = await api.key();
    expect((await ask(secret)).status).toBe(404);
    await change(name, account);
    await until(async () => (await ask(secret)).status === status);
  });
});

describe('403 responses', () => {
  test('a valid key of a deactivated account gets 403 account_deactivated', async () => {
    const { secret } = await api.key({}, { active: false });
    const answer = await ask(secret);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'account_deactivated', status: 403 });
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test('a deactivated account gets 403 before the body is read', async () => {
    const { secret } = await api.key({}, { active: false });
    const options = { method: 'POST', headers: { 'X-API-Key': secret, 'Content-Type': 'text/plain' }, body: '{' };
    expect((await fetch(`${api.url}/create_image_ad_async`, options)).status).toBe(403);
  });
});

test('a missing key gets 401 before the body is read', async () => {
  const options = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(300_000) };
  expect((await fetch(`${api.url}/create_image_ad_async`, options)).status).toBe(401);
});

test('the log never contains the secret of a key', async () => {
  const { secret } = await api.key();
  const body = JSON.stringify(imageRequest());
  const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json' };
  await fetch(`${api.url}/create_image_ad_async`, { method: 'POST', headers, body });
  await ask(`${secret.slice(0, -1)}!`);
  expect(JSON.stringify(api.logs)).not.toContain(secret.slice(0, 20));
});
