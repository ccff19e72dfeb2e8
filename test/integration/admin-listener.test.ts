import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clientOf, openAdmin, viewer, type AdminRig } from '../support/admin/admin-rig.ts';
import { Installation } from '../support/installation/installation.ts';
import { until } from '../support/process/until.ts';

let home: Installation;
let rig: AdminRig;

beforeAll(async () => {
  home = new Installation();
  rig = await openAdmin(home);
});
afterAll(async () => {
  await rig.close();
  home.close();
});

test('a page shows its content and the sections that the person may see', async () => {
  const response = await rig.as(viewer).get('/pricing');
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('Image generation 1K');
  expect(text).toContain('href="/jobs"');
  expect(text).not.toContain('href="/sessions"');
});

test.each([
  ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['of another port of this host', { 'Sec-Fetch-Site': 'same-site' }],
  ['without any sign of its origin', { 'Sec-Fetch-Site': '' }],
])('a form %s is refused', async (_, headers) => {
  const response = await rig.as(viewer).post('/keys', {}, headers);
  expect(response.status).toBe(403);
});

test('a request without a session gets no page', async () => {
  expect((await clientOf(rig.url, 'who=nobody').get('/pricing')).status).toBe(401);
});

test('an open page is counted in the metrics until its browser leaves', async () => {
  const shown = async () => /^adwright_admin_live_streams (\d+)$/m.exec(await rig.deps.metrics.metrics())?.[1];
  const gone = new AbortController();
  const stream = await fetch(`${rig.url}/live?topics=jobs`, {
    headers: { cookie: rig.as(viewer).cookie },
    signal: gone.signal,
  });
  expect(stream.status).toBe(200);
  expect(await shown()).toBe('1');
  gone.abort();
  await until(async () => (await shown()) === '0');
});

test('the probes of the kubelet need no session', async () => {
  expect((await fetch(`${rig.url}/livez`)).status).toBe(200);
  expect(await (await fetch(`${rig.url}/readyz`)).text()).toBe('ok\n');
});

test('an address that does not exist is explained to a person', async () => {
  const page = await rig.as(viewer).get('/nowhere');
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('This does not exist')]);
});

test.each([
  ['/jobs?phase=FAILED', '/jobs?phase=FAILED'],
  ['//evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\\evil.example', '/'],
])('a choice about how pages look leads from %j to %j', async (back, location) => {
  const response = await rig.as(viewer).post('/choices', { utc: 'true', back });
  expect([response.status, response.headers.get('location')]).toEqual([303, location]);
});
