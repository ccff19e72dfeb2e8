import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { load, type CheerioAPI } from 'cheerio';
import { adJobKind } from '../../src/domain/kinds.ts';
import { replayAnnotation } from '../../src/domain/labels.ts';
import type { DeliveryStatus } from '../../src/schema/adjob.ts';
import { openAdmin, operator, ownerOf, viewer, type AdminClient, type AdminRig } from '../support/admin/admin-rig.ts';
import { jobIdOf } from '../support/admin/rows.ts';
import { Installation } from '../support/installation/installation.ts';
import { namespace } from '../support/installation/objects.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { mainOf } from '../support/admin/main-of.ts';

const completionTime = '2026-11-01T12:10:00Z';
const attempt = (status: number) => ({
  attempt: 1,
  time: '2026-11-01T12:10:01Z',
  latencyMs: 5,
  status,
  outcome: 'failed' as const,
});

/** Jobs 0 to 4 with a callback; job 4 belongs to the account other. Job 5 has no callback, and job 6 is not finished. */
const deliveries: (DeliveryStatus | undefined)[] = [
  { state: 'delivered', attempts: 1 },
  { state: 'gave_up', attempts: 10, deliveries: [attempt(502)] },
  { state: 'pending', attempts: 1, nextAttemptTime: '2026-11-01T13:30:00Z', deliveries: [attempt(500)] },
  undefined,
  { state: 'gone', attempts: 1, deliveries: [attempt(410)] },
];

let home: Installation;
let rig: AdminRig;

async function createJob(number: number, callbackUrl: string | undefined, status: object): Promise<void> {
  const key = { namespace, name: jobIdOf(number) };
  const account = number === 4 ? 'other' : 'acme';
  await home.store.create(adJobKind, {
    metadata: key,
    spec: imageSpec({ accountRef: { name: account }, ...(callbackUrl && { callbackUrl }) }),
  });
  await home.store.patchStatus(adJobKind, key, { status: { ...status } });
}

beforeAll(async () => {
  home = new Installation({ clock: new FakeClock('2026-11-01T13:00:00Z') });
  for (const [number, delivery] of deliveries.entries())
    await createJob(number, `https://shop-${number}.example:8443/secret-path`, {
      phase: 'SUCCESS',
      completionTime,
      ...(delivery && { delivery }),
    });
  await createJob(5, undefined, { phase: 'SUCCESS', completionTime });
  await createJob(6, 'https://shop.example/', { phase: 'PROCESSING' });
  rig = await openAdmin(home);
});
afterAll(async () => {
  await rig.close();
  home.close();
});

async function shown(client: AdminClient, path: string): Promise<CheerioAPI> {
  return load(await (await client.get(path)).text());
}

function numbersIn(page: CheerioAPI): number[] {
  const rows = page('tbody tr').toArray();
  return rows.map((row) => [0, 1, 2, 3, 4, 5, 6].find((number) => page(row).text().includes(jobIdOf(number))) ?? -1);
}

test.each<[string, string, number[]]>([
  ['no filter: the callbacks of finished jobs', '', [4, 3, 2, 1, 0]],
  ['a state', 'state=pending', [3, 2]],
  ['all that have failed', 'state=failed', [4, 1]],
  ['all that are overdue', 'state=overdue', [3]],
  ['an account', 'account=other', [4]],
  ['a receiver', 'host=SHOP-1', [1]],
  ['a job id', `text=${jobIdOf(2)}`, [2]],
  ['the time at which the job ended', 'from=2026-11-01T12:10:01', []],
  ['a broken state, which does not apply', 'state=lost&account=other', [4]],
])('the list of callbacks shows %s', async (_, query, wanted) => {
  expect(numbersIn(await shown(rig.as(viewer), `/deliveries?${query}`))).toEqual(wanted);
});

test('a callback shows its receiver without the path, its attempts and its last result', async () => {
  const text = (await shown(rig.as(viewer), '/deliveries?state=gave_up'))('tbody').text();
  expect(text).toContain('shop-1.example:8443');
  expect(text).not.toContain('secret-path');
  expect(text).toContain('502');
});

test('an owner sees and replays only callbacks of own jobs', async () => {
  const owner = rig.as(ownerOf('other'));
  expect(numbersIn(await shown(owner, '/deliveries'))).toEqual([4]);
  const ofOthers = await owner.post(`/deliveries/${jobIdOf(1)}/replay`, {});
  const unknown = await owner.post(`/deliveries/${jobIdOf(99)}/replay`, {});
  expect([ofOthers.status, mainOf(await ofOthers.text())]).toEqual([404, mainOf(await unknown.text())]);
  expect((await owner.post(`/deliveries/${jobIdOf(4)}/replay`, {})).status).toBe(303);
  const isAsked = async () =>
    (await home.store.get(adJobKind, { namespace, name: jobIdOf(4) }))?.metadata.annotations?.[replayAnnotation] !==
    undefined;
  expect(await isAsked()).toBe(true);
});

test('a viewer has no buttons, and the server refuses a replay', async () => {
  const client = rig.as(viewer);
  expect((await shown(client, '/deliveries'))('main form[method=post]').length).toBe(0);
  expect((await client.post(`/deliveries/${jobIdOf(1)}/replay`, {})).status).toBe(403);
  expect((await client.post('/deliveries/replay', {})).status).toBe(403);
});

test('a filter with a fault selects no callbacks: the list is shown with the fault', async () => {
  const client = rig.as(operator);
  const refused = await client.post('/deliveries/replay', { list: 'account=ACME' });
  const page = await shown(client, refused.headers.get('location') ?? '');
  expect(page('main').text()).toContain('nothing was selected');
  expect(page('main').text()).toContain('Give a name');
  expect(page('form[action="/deliveries/replay"]').length).toBe(0);
  expect(await rig.deps.state.list('bulk-draft:')).toEqual([]);
});

test('all callbacks that match and have failed are sent again after a confirmation', async () => {
  const client = rig.as(operator);
  const chosen = await client.post('/deliveries/replay', { list: 'account=acme' });
  const ask = chosen.headers.get('location') ?? '';
  expect((await shown(client, ask))('h1').text()).toBe('Send the callback of 1 job again?');
  await client.post(ask, { reason: 'The receiver is back' });
  await until(async () => {
    const job = await home.store.get(adJobKind, { namespace, name: jobIdOf(1) });
    return job?.metadata.annotations?.[replayAnnotation] !== undefined;
  });
  await until(async () => (await (await client.get('/deliveries?state=pending')).text()).includes(jobIdOf(1)));
});
