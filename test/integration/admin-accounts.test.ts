import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { sampleAnnotation, sampleResultAnnotation } from '../../src/domain/labels.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import { createAccount, createApiKey, admit, mirror, namespace } from '../support/installation/objects.ts';
import { wordsOf } from '../support/admin/words-of.ts';
import { Installation } from '../support/installation/installation.ts';
import { admin, openAdmin, ownerOf, viewer, type AdminRig } from '../support/admin/admin-rig.ts';

let home: Installation;
let rig: AdminRig;
const key = { namespace, name: 'acme' };
const path = '/accounts/default/acme';

beforeEach(async () => {
  home = new Installation();
  await home.ledger.audit.begin('epoch');
  await createAccount(home, {
    displayName: 'Acme <b>Shoes</b>',
    creditGrants: [{ id: 'first', amount: 50, note: 'welcome' }],
  });
  await home.ledger.grant(key, { id: 'first', amount: 50 });
  await createApiKey(home);
  await createAccount(home, {}, { namespace, name: 'beta' });
  rig = await openAdmin(home);
});
afterEach(async () => {
  await rig.close();
  home.close();
});

const specOf = async (name = 'acme') => (await home.store.get(adAccountKind, { namespace, name }))?.spec;
const generationOf = async () => String((await home.store.get(adAccountKind, key))?.metadata.generation);
const text = async (response: Promise<Response>): Promise<string> => (await response).text();
/** Waits until the list shows what a write has changed, since the watch reports changes a little later. */
async function listed(wanted: string): Promise<string> {
  for (;;) {
    const shown = await text(rig.as(admin).get('/accounts'));
    if (shown.includes(wanted)) return shown;
  }
}

test('the list shows the accounts that the person may see, with their credits', async () => {
  await admit(home, { namespace, name: '0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10' });
  await mirror(home, key);
  const shown = await listed('value="5"');
  expect(shown).toContain('Acme &lt;b&gt;Shoes&lt;/b&gt;');
  expect(shown).toContain('<progress aria-label="Credits used" value="5" max="50">');
  expect(shown).toContain('href="/accounts/default/beta"');
  const ownList = await text(rig.as(ownerOf('acme')).get('/accounts'));
  expect(ownList).toContain('href="/accounts/default/acme"');
  expect(ownList).not.toContain('beta');
  expect(ownList).not.toContain('/accounts/new');
});

test('a broken filter is shown with its fault, and the rest of the filter counts', async () => {
  const shown = await text(rig.as(viewer).get('/accounts?state=<broken>&q=ACM&page=x'));
  expect(shown).toContain('This value does not exist, so the field does not filter.');
  expect(shown).toContain('<option value="&lt;broken&gt;" selected>');
  expect(shown).toContain('The page number in the address is not valid');
  expect(shown).toContain('/accounts/default/acme');
  expect(shown).not.toContain('/accounts/default/beta');
});

test('an account is created once, although its form is sent twice', async () => {
  const page = await text(rig.as(admin).get('/accounts/new'));
  expect(page).toMatch(/<input id="field-name"[^>]* autofocus/);
  expect(page).toContain('Image ad: from 5 credits. Video ad: from 30 credits.');
  const [, formId = ''] = /name="form_id" value="([^"]+)"/.exec(page) ?? [];
  const form = { form_id: formId, name: 'gamma', credits: '7', weight: '2', requireReadableBrand: 'false' };
  const person = rig.as(admin);
  const answers = [await person.post('/accounts', form), await person.post('/accounts', form)];
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual([
    '/accounts/default/gamma?done=created',
    '/accounts/default/gamma?done=created',
  ]);
  expect(await specOf('gamma')).toMatchObject({
    weight: 2,
    requireReadableBrand: false,
    creditGrants: [{ amount: 7 }],
  });
  expect(rig.auditLog.rows.map(({ action, outcome }) => [action, outcome])).toEqual([['account.create', 'done']]);
});

test('a form with faults is shown again with what was typed', async () => {
  const form = {
    name: 'Not A Name',
    displayName: 'Kept "text"',
    weight: '0',
    'ownerKeys.limits.videoCreatesPerMinute': '11',
  };
  const response = await rig.as(admin).post('/accounts', form);
  const shown = await response.text();
  expect(response.status).toBe(422);
  expect(shown).toContain('3 fields need a correction');
  expect(shown).toContain('value="Kept &quot;text&quot;"');
  expect(shown).toContain('value="Not A Name"');
  expect(shown).toContain('Give a number of at most 10.');
  expect((await rig.as(admin).post('/accounts', { name: 'acme' })).status).toBe(422);
});

test('settings are saved, and an empty field removes a setting', async () => {
  const form = {
    displayName: '',
    weight: '3',
    maxRunningJobs: '4',
    requireReadableBrand: 'true',
    'ownerKeys.max': '2',
  };
  const response = await rig.as(admin).post(`${path}/settings`, { ...form, generation: await generationOf() });
  expect(response.headers.get('location')).toBe(`${path}?done=saved`);
  expect(await specOf()).toMatchObject({
    weight: 3,
    maxRunningJobs: 4,
    requireReadableBrand: true,
    ownerKeys: { max: 2 },
  });
  expect(await specOf()).not.toHaveProperty('displayName');
  const empty = { weight: '3', maxRunningJobs: '', requireReadableBrand: '', 'ownerKeys.max': '' };
  await rig.as(admin).post(`${path}/settings`, { ...empty, generation: await generationOf() });
  expect(Object.keys((await specOf()) ?? {}).toSorted()).toEqual(['active', 'creditGrants', 'weight']);
});

test('the second of two admins who change one account sees the change of the first', async () => {
  const generation = await generationOf();
  await rig.as(admin).post(`${path}/settings`, { displayName: 'By the first', weight: '9', generation });
  const late = { displayName: 'By the second', weight: '1', generation };
  const response = await rig.as(admin).post(`${path}/settings`, late);
  const shown = await response.text();
  expect(response.status).toBe(409);
  expect(wordsOf(shown)).toContain('Display name By the second By the first');
  expect(shown).toContain('value="By the second"');
  expect(await specOf()).toMatchObject({ displayName: 'By the first', weight: 9 });
  const [, now = ''] = /name="generation" value="(\d+)"/.exec(shown) ?? [];
  expect((await rig.as(admin).post(`${path}/settings`, { ...late, generation: now })).status).toBe(303);
  expect(await specOf()).toMatchObject({ displayName: 'By the second', weight: 1 });
});

test('credits are granted once for each form, with their reason in the grant and in the audit log', async () => {
  const form = { form_id: 'form-0123', amount: '20', note: 'invoice <2041>' };
  for (let post = 0; post < 2; post += 1) {
    const response = await rig.as(admin).post(`${path}/grants`, form);
    expect(response.headers.get('location')).toBe(`${path}?done=granted#credits`);
  }
  expect((await specOf())?.creditGrants).toEqual([
    { id: 'first', amount: 50, note: 'welcome' },
    { id: 'grant-form-0123', amount: 20, note: 'invoice <2041>' },
  ]);
  expect(rig.auditLog.rows).toMatchObject([{ action: 'account.grant', reason: 'invoice <2041>', outcome: 'done' }]);
  const other = await rig.as(admin).post(`${path}/grants`, { ...form, amount: '30' });
  expect(await other.text()).toContain('was sent before and granted 20 credits');
  expect((await rig.as(admin).post(`${path}/grants`, { amount: '5' })).status).toBe(422);
  expect(await text(rig.as(viewer).get(`${path}/grants`))).toContain('invoice &lt;2041&gt;');
});

test('each entry of the history leads to its job or its grant, page by page', async () => {
  for (let i = 10; i < 40; i += 1)
    await admit(home, { namespace, name: `0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d${i}` }, { credits: 1 });
  const person = rig.as(ownerOf('acme'));
  const first = await text(person.get(path));
  expect(first).toContain('href="/jobs/0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d39"');
  const [, older = ''] = /href="([^"]+)#history">Next/.exec(first) ?? [];
  const second = await text(person.get(older.replaceAll('&amp;', '&')));
  expect(second).toContain('href="/accounts/default/acme/grants#grant-first">first</a> welcome');
  expect(second).not.toContain('2f4b8a6c7d39');
  expect(await text(person.get(`${path}?cursor=broken`))).toContain('the newest entries are shown');
});

test('without the ledger, the page shows the copy of the balance', async () => {
  await mirror(home, key);
  home.ledger.balance = () => Promise.reject(new LedgerError('Unavailable', 'away'));
  const shown = await text(rig.as(viewer).get(path));
  expect(shown).toContain('The ledger does not respond');
  expect(wordsOf(shown)).toContain('Available 50');
});

test('an account is deactivated after a page that says what happens, with a reason, and activated again', async () => {
  expect(await text(rig.as(admin).get(`${path}/deactivate`))).toContain('Requests with its API key are refused');
  const tooLong = await rig.as(admin).post(`${path}/deactivate`, { reason: 'x'.repeat(501) });
  expect([tooLong.status, await tooLong.text()]).toEqual([422, expect.stringContaining('#field-reason')]);
  await rig.as(admin).post(`${path}/deactivate`, { reason: 'unpaid' });
  expect(await specOf()).toMatchObject({ active: false });
  expect(rig.auditLog.rows).toMatchObject([{ action: 'account.deactivate', reason: 'unpaid' }]);
  expect(await text(rig.as(viewer).get(path))).toContain('The account is deactivated');
  await rig.as(admin).post(`${path}/activate`, {});
  expect(await specOf()).toMatchObject({ active: true });
});

test('a deactivation works without the audit log, and a grant does not', async () => {
  rig.auditLog.isFull = true;
  const response = await rig.as(admin).post(`${path}/grants`, { amount: '5', note: 'x' });
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('Nothing was changed')]);
  expect((await rig.as(admin).post(`${path}/deactivate`, {})).status).toBe(303);
  expect(await specOf()).toMatchObject({ active: false, creditGrants: [{ id: 'first' }] });
});

test('the signing secret is shown only after a recent sign-in, and is recorded', async () => {
  const owner = ownerOf('acme');
  const old = await rig.as(owner, 11 * 60_000).post(`${path}/signing-secret`, {});
  expect([old.status, await old.text()]).toEqual([403, expect.not.stringContaining('whsec_')]);
  expect(await text(rig.as(owner).get(`${path}/signing-secret`))).not.toContain('whsec_');
  const response = await rig.as(owner).post(`${path}/signing-secret`, {});
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toContain((await home.accountSecrets.read(key))?.current ?? 'none');
  expect(rig.auditLog.rows).toMatchObject([{ action: 'account.show_signing_secret', target: key }]);
});

test('the page of the signing secret leads to a page that asks before a rotation', async () => {
  const shown = await text(rig.as(admin).get(`${path}/signing-secret`));
  expect(shown).toContain(`href="${path}/signing-secret/rotate"`);
  expect(shown).not.toContain('name="overlapHours"');
  const asked = await text(rig.as(admin).get(`${path}/signing-secret/rotate`));
  expect(asked).toContain('Rotate the signing secret of acme?');
  expect(asked).toMatch(/<a class="button" href="[^"]*\/signing-secret">Keep/);
  expect(rig.auditLog.rows).toEqual([]);
});

test('a rotation of the signing secret that is sent twice rotates once and keeps the old secret for the overlap', async () => {
  await home.accountSecrets.ensure([key]);
  const before = (await home.accountSecrets.read(key))?.current;
  const form = { form_id: 'form-0123', overlapHours: '24' };
  const person = rig.as(admin);
  const first = await text(person.post(`${path}/signing-secret/rotate`, form));
  const second = await text(person.post(`${path}/signing-secret/rotate`, form));
  const after = await home.accountSecrets.read(key);
  expect(after?.previous?.secret).toBe(before);
  expect(first).toContain(after?.current ?? 'none');
  expect(second).toContain('The secret was rotated');
  expect(second).not.toContain('whsec_');
  expect(JSON.stringify(rig.auditLog.rows)).not.toContain('whsec_');
  const wrong = await rig.as(admin).post(`${path}/signing-secret/rotate`, { overlapHours: '9999' });
  expect(await wrong.text()).toContain('from 0 to 2,160');
});

test('the secret of the user is named instead of shown', async () => {
  await home.store.patch(adAccountKind, key, { spec: { webhookSecretRef: { name: 'mine' } } });
  const shown = await text(rig.as(admin).post(`${path}/signing-secret`, {}));
  expect(shown).toContain('your own Secret &quot;mine&quot;');
  expect(shown).not.toContain('Rotate the secret');
  expect(await text(rig.as(admin).get(`${path}/signing-secret/rotate`))).not.toContain('overlapHours');
});

test('a test callback shows its result, with the reply of the receiver as text', async () => {
  const url = 'https://shop.example/hook';
  const sent = await rig.as(ownerOf('acme')).post(`${path}/callback-test`, { url });
  const result = sent.headers.get('location') ?? '';
  expect(await text(rig.as(ownerOf('acme')).get(result))).toContain('was not sent yet');
  const id = new URLSearchParams(result.split('?')[1]).get('id');
  expect((await home.store.get(adAccountKind, key))?.metadata.annotations?.[sampleAnnotation]).toContain(url);
  const attempt = {
    time: '2026-11-01T12:00:00Z',
    status: 500,
    latencyMs: 12,
    outcome: 'failed',
    responseExcerpt: '<script>',
  };
  const annotations = { [sampleResultAnnotation]: JSON.stringify({ id, ...attempt }) };
  await home.store.patch(adAccountKind, key, { metadata: { annotations } });
  const shown = await text(rig.as(ownerOf('acme')).get(result));
  expect(shown).toContain('&lt;script&gt;');
  expect(shown).toContain('12 ms');
  expect((await rig.as(admin).post(`${path}/callback-test`, { url: 'javascript:1' })).status).toBe(422);
});
