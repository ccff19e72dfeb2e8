import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkApiKey, hashApiKey } from '../../src/domain/api-key.ts';
import { adAccountKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { startApi } from '../support/api/api-service.ts';
import { createAccount, createApiKey, namespace } from '../support/installation/objects.ts';
import { wordsOf } from '../support/admin/words-of.ts';
import { Installation } from '../support/installation/installation.ts';
import { admin, openAdmin, ownerOf, viewer, type AdminRig } from '../support/admin/admin-rig.ts';

let home: Installation;
let rig: AdminRig;
const shop = { namespace, name: 'shop' };
const path = '/keys/default/shop';

beforeEach(async () => {
  home = new Installation();
  await createAccount(home);
  await createAccount(home, {}, { namespace, name: 'beta' });
  await createApiKey(home, { hint: 'adw_…wxyz', limits: { imageCreatesPerMinute: 7 } }, shop);
  await createApiKey(home, { revoked: true, accountRef: { name: 'beta' } }, { namespace, name: 'old' });
  rig = await openAdmin(home);
});
afterEach(async () => {
  await rig.close();
  home.close();
});

const specOf = async (name = 'shop') => (await home.store.get(apiKeyKind, { namespace, name }))?.spec;
const generationOf = async () => String((await home.store.get(apiKeyKind, shop))?.metadata.generation);
const text = async (response: Promise<Response>): Promise<string> => (await response).text();
const secretIn = (page: string): string => /adw_[0-9A-Za-z]{49}/.exec(page)?.[0] ?? 'none';

test('the list shows each live count beside its limit, read with one call', async () => {
  for (let i = 0; i < 3; i += 1) await home.rateLimiter.consume({ key: shop, window: 'image-create' }, 10);
  const calls: number[] = [];
  const used = home.rateLimiter.used.bind(home.rateLimiter);
  rig.deps.rateLimiter.used = (counted) => {
    calls.push(counted.length);
    return used(counted);
  };
  const shown = await text(rig.as(viewer).get('/keys'));
  expect(shown).toContain('3 of 7 this minute');
  expect(shown).toContain('0 of 120 this minute');
  expect(shown).toContain('adw_…wxyz');
  expect(calls).toEqual([6]);
});

test('without the store of the counts, the list shows the limits', async () => {
  rig.deps.rateLimiter.used = () => Promise.reject(new Error('away'));
  const shown = await text(rig.as(viewer).get('/keys'));
  expect(shown).toContain('The store of the request counts does not respond');
  expect(shown).toContain('limit 7 per minute');
});

test.each([
  ['the account', 'account=default/beta', 'old'],
  ['the account by its name alone', 'account=beta', 'old'],
  ['the state', 'state=revoked', 'old'],
  ['own limits', 'own=yes', 'shop'],
  ['no own limits', 'own=no', 'old'],
  ['the last characters of the key', 'q=wxyz', 'shop'],
])('the list is filtered by %s', async (_, query, name) => {
  const names = (await text(rig.as(viewer).get(`/keys?${query}`))).match(/(?<=href="\/keys\/default\/)\w+/g);
  expect(names).toEqual([name]);
});

test('an owner lists own keys alone', async () => {
  const shown = await text(rig.as(ownerOf('beta')).get('/keys'));
  expect(shown).toContain('/keys/default/old');
  expect(shown).not.toContain('shop');
});

test('a new key is shown once, in no address, audit row, log line or stored form', async () => {
  const person = rig.as(admin);
  const page = await text(person.get('/keys/new'));
  const [, formId = ''] = /name="form_id" value="([^"]+)"/.exec(page) ?? [];
  const form = { form_id: formId, account: 'default/acme', name: 'till', 'limits.jobReadsPerMinute': '9' };
  const first = await person.post('/keys', { ...form, expiresAt: '2099-01-01T00:00' });
  const shown = await first.text();
  const secret = secretIn(shown);
  expect(checkApiKey(secret)).toBe(true);
  expect([first.status, first.headers.get('cache-control'), first.headers.get('location')]).toEqual([
    200,
    'no-store',
    null,
  ]);
  expect(await specOf('till')).toMatchObject({
    ...{ secretHash: hashApiKey(secret), expiresAt: '2099-01-01T00:00:00Z', limits: { jobReadsPerMinute: 9 } },
  });
  expect(shown).toContain('href="/playground?run_as=default%2Ftill"');
  const second = await person.post('/keys', form);
  expect(second.headers.get('location')).toBe('/keys/default/till?done=shownOnce');
  const after = await text(person.get('/keys/default/till?done=shownOnce'));
  expect(after).toContain('Its secret was shown once');
  const kept = JSON.stringify([after, await rig.deps.state.list(''), rig.auditLog.rows, home.lines]);
  expect(kept).not.toContain(secret.slice(4, 40));
  expect(rig.auditLog.rows).toMatchObject([{ action: 'api_key.create', target: { name: 'till' } }]);
});

test('the request that is shown with a new key creates a job', async () => {
  const api = await startApi({ installation: home });
  await home.ledger.grant({ namespace, name: 'acme' }, { id: 'first', amount: 5 });
  rig.deps.apiUrl = api.url;
  const shown = await text(rig.as(admin).post('/keys', { account: 'acme' }));
  for (const place of ['fetch(', 'urllib.request.urlopen(']) expect(shown).toContain(place);
  const [, quoted = ''] = /<code>(curl .*?)<\/code>/s.exec(shown) ?? [];
  const command = quoted.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(JSON.parse(stdout)).toMatchObject({ type: 'image_ad' });
  await api.close();
});

test.each<[string, Record<string, string>, string]>([
  ['an unknown account', { account: 'default/nobody' }, 'Give an account that exists'],
  ['no account', { account: '' }, 'Give an account that exists'],
  ['a taken name', { account: 'acme', name: 'shop' }, 'An API key with this name already exists.'],
  ['a name with blanks', { account: 'acme', name: 'my key' }, 'lower-case letters'],
  ['an expiry that is over', { account: 'acme', expiresAt: '2020-01-01T00:00' }, 'Give a time in the future.'],
  ['an expiry that is no time', { account: 'acme', expiresAt: 'soon' }, 'Give a time as RFC 3339'],
  ['a limit above the maximum', { account: 'acme', 'limits.videoCreatesPerMinute': '11' }, 'at most 10'],
])('a form with %s is shown again with what was typed', async (_, form, fault) => {
  const response = await rig.as(admin).post('/keys', { 'limits.jobReadsPerMinute': '77', ...form });
  const shown = await response.text();
  expect(response.status).toBe(422);
  expect(shown).toContain(fault);
  expect(shown).toContain('value="77"');
});

test('an owner creates keys within the limits of the admin', async () => {
  const ownerKeys = { max: 2, limits: { jobReadsPerMinute: 50 } };
  await home.store.patch(adAccountKind, { namespace, name: 'acme' }, { spec: { ownerKeys } });
  const owner = rig.as(ownerOf('acme'));
  const post = (form: Record<string, string>) => text(owner.post('/keys', { account: 'acme', ...form }));
  expect(await post({ 'limits.jobReadsPerMinute': '51' })).toContain('An admin allows at most 50.');
  expect(await post({ 'limits.imageCreatesPerMinute': '1' })).toContain('Only an admin can choose this limit.');
  expect(checkApiKey(secretIn(await post({ name: 'second' })))).toBe(true);
  expect(await specOf('second')).toMatchObject({ limits: { jobReadsPerMinute: 50 } });
  expect(await post({})).toContain('as many valid keys as its owners may have (2)');
  expect(await text(owner.post('/keys', { account: 'beta' }))).toContain('Give an account that exists');
});

test('limits and expiry are saved, and empty fields remove them', async () => {
  const form = { 'limits.imageCreatesPerMinute': '', 'limits.jobReadsPerMinute': '5', expiresAt: '2099-01-01T10:30' };
  const saved = await rig.as(admin).post(`${path}/limits`, { ...form, generation: await generationOf() });
  expect(saved.headers.get('location')).toBe(`${path}?done=saved`);
  expect(await specOf()).toMatchObject({ limits: { jobReadsPerMinute: 5 }, expiresAt: '2099-01-01T10:30:00Z' });
  expect((await specOf())?.limits).not.toHaveProperty('imageCreatesPerMinute');
  expect(await text(rig.as(admin).get(path))).toContain('value="2099-01-01T10:30"');
  await rig.as(admin).post(`${path}/limits`, { expiresAt: '', generation: await generationOf() });
  expect(await specOf()).not.toHaveProperty('expiresAt');
});

test('the second of two admins who change one key sees the change of the first', async () => {
  const generation = await generationOf();
  await rig.as(admin).post(`${path}/limits`, { 'limits.jobReadsPerMinute': '11', generation });
  const response = await rig.as(admin).post(`${path}/limits`, { 'limits.jobReadsPerMinute': '22', generation });
  expect(response.status).toBe(409);
  expect(wordsOf(await response.text())).toContain('Limit of all other requests per minute 22 11');
  expect(await specOf()).toMatchObject({ limits: { jobReadsPerMinute: 11 } });
});

test('a rotation that is sent twice rotates once, and the old secret stays valid for the overlap', async () => {
  const before = (await specOf())?.secretHash;
  const form = { form_id: 'form-0123', overlapHours: '1.5' };
  const owner = rig.as(ownerOf('acme'));
  const shown = await text(owner.post(`${path}/rotate`, form));
  const again = await owner.post(`${path}/rotate`, form);
  expect(again.headers.get('location')).toBe(`${path}?done=rotatedOnce`);
  expect(await specOf()).toMatchObject({ secretHash: hashApiKey(secretIn(shown)), previousSecretHash: before });
  expect((await rig.as(admin).post(`${path}/rotate`, { overlapHours: '-1' })).status).toBe(422);
});

test('a key is revoked after a page that says what happens, even without the audit log', async () => {
  expect(await text(rig.as(ownerOf('acme')).get(`${path}/revoke`))).toContain('This cannot be undone');
  rig.auditLog.isFull = true;
  const tooLong = await rig.as(ownerOf('acme')).post(`${path}/revoke`, { reason: 'x'.repeat(501) });
  expect([tooLong.status, await tooLong.text()]).toEqual([422, expect.stringContaining('#field-reason')]);
  expect(await specOf()).toMatchObject({ revoked: false });
  const response = await rig.as(ownerOf('acme')).post(`${path}/revoke`, {});
  expect(response.headers.get('location')).toBe(`${path}?done=revoked`);
  expect(await specOf()).toMatchObject({ revoked: true });
  expect(await text(rig.as(admin).get(path))).not.toContain('Rotate the key');
});

test('an old sign-in creates, rotates and shows nothing', async () => {
  const late = rig.as(admin, 11 * 60_000);
  const answers = [
    await late.post('/keys', { account: 'acme' }),
    await late.post(`${path}/rotate`, { overlapHours: '0' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect((await home.store.list(apiKeyKind)).items).toHaveLength(2);
  expect((await late.post(`${path}/revoke`, {})).status).toBe(303);
});
