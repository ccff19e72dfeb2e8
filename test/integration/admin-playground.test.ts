import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, openAdmin, operator, viewer, type AdminRig } from '../support/admin/admin-rig.ts';
import { Installation } from '../support/installation/installation.ts';
import { createApiKey, createFundedAccount, namespace } from '../support/installation/objects.ts';

let home: Installation;
let rig: AdminRig;
const path = '/playground/image_ad';
const valid = { run_as: 'default/acme-key', 'brand_data.brand_url': 'https://brand.example/' };

beforeAll(async () => {
  home = new Installation();
  await home.ledger.audit.begin('playground');
  await createFundedAccount(home, { namespace, name: 'acme' }, 12);
  await createApiKey(home);
  rig = await openAdmin(home);
});
afterAll(async () => {
  await rig.close();
  home.close();
});

test('a form makes a job as the chosen API key, and a second post of it makes no other job', async () => {
  const form = { ...valid, form_id: 'form-0001', 'ad_copies.headline': 'Quiet skin.' };
  const person = rig.as(operator);
  const [first, second] = [await person.post(path, form), await person.post(path, form)];
  expect([first.status, first.headers.get('location')]).toEqual([303, second.headers.get('location')]);
  const [intent, ...others] = await home.ledger.intents.list({ limit: 10 });
  expect(first.headers.get('location')).toBe(`/jobs/${intent?.jobId ?? ''}`);
  expect(others).toEqual([]);
  expect(rig.auditLog.rows).toMatchObject([{ action: 'job.create', outcome: 'done' }]);
});

test('bad input keeps the text, and says at the field what is wrong', async () => {
  const form = { ...valid, 'brand_data.brand_url': 'brand', 'ad_copies.cta': 'Shop <now>' };
  const answer = await rig.as(operator).post(path, form);
  const text = await answer.text();
  expect(answer.status).toBe(422);
  expect(text).toContain('Shop &lt;now&gt;');
  expect(text).toMatch(/id="field-brand_data.brand_url-error">\s*Give an absolute URL/);
});

test.each([
  ['the price', { show: 'price' }, '5 credits'],
  ['the request to copy', { show: 'request' }, 'create_image_ad_async'],
  ['the request in TypeScript', { show: 'request' }, 'await fetch('],
  ['the request in Python', { show: 'request' }, 'urllib.request'],
  ['the request as JSON', { show: 'json' }, 'name="json"'],
  ['the fault of damaged JSON', { show: 'request', as: 'json', json: '{' }, 'class="error"'],
])('a form without script shows %s, and makes no job', async (_, show, want) => {
  const before = rig.auditLog.rows.length;
  const answer = await rig.as(operator).post(path, { ...valid, ...show });
  expect([answer.status, (await answer.text()).includes(want), rig.auditLog.rows.length]).toEqual([200, true, before]);
});

test('a request can be sent as JSON, and damaged JSON is kept', async () => {
  const answer = await rig.as(operator).post(path, { ...valid, as: 'json', json: '{"brand_data": ' });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('{&quot;brand_data&quot;: ')]);
});

test('an account with too few credits makes no job', async () => {
  const answer = await rig.as(operator).post(path, { ...valid, 'generation_metadata.aspect_ratios': '1:1, 9:16' });
  expect([answer.status, await answer.text()]).toEqual([402, expect.stringContaining('costs 10 credits')]);
});

test('the address can fill in the form', async () => {
  const text = await (await rig.as(admin).get(`${path}?brand_data.brand_name=Verdane`)).text();
  expect(text).toContain('value="Verdane"');
});

test('the address can give the whole request as JSON', async () => {
  const text = await (await rig.as(admin).get(`${path}?as=json&json=${encodeURIComponent('{"a": 1}')}`)).text();
  expect(text).toMatch(/<textarea[^>]+name="json"[^>]*>\s*\{&quot;a&quot;: 1\}/);
});

test('a viewer cannot open the playground', async () => {
  expect((await rig.as(viewer).get('/playground')).status).toBe(403);
});
