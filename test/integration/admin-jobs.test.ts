import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { load, type CheerioAPI } from 'cheerio';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { AdJobSpec, AdJobStatus } from '../../src/schema/adjob.ts';
import { openAdmin, operator, ownerOf, viewer, type AdminClient, type AdminRig } from '../support/admin/admin-rig.ts';
import { jobIdOf } from '../support/admin/rows.ts';
import { Installation } from '../support/installation/installation.ts';
import { createAccount, namespace } from '../support/installation/objects.ts';
import { imageRequest, imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';
import { mainOf } from '../support/admin/main-of.ts';

const admitted = [
  {
    type: 'Admitted',
    status: 'True' as const,
    reason: 'Admitted',
    message: '',
    lastTransitionTime: '2026-11-01T12:00:00Z',
  },
];
const stage = (state: 'Pending' | 'Running' | 'Failed', attempt: number) => [{ name: 'image', state, attempt }];
const callbackUrl = 'https://shop.example/hook';
const brandUrl = (url: string) => ({ image: { ...imageRequest(), brandData: { brandUrl: url } } });

/** Jobs 0 to 6 of the account acme and 7 of the account other. Each was created one second after the one before. */
const jobs: [spec: Partial<AdJobSpec>, status: AdJobStatus][] = [
  [{}, { phase: 'SUCCESS', completionTime: '2026-11-01T12:01:00Z' }],
  [{ callbackUrl }, { phase: 'FAILED', error: 'It broke. [image_model_error]', stages: stage('Failed', 3) }],
  [{}, { phase: 'PROCESSING', conditions: admitted, stages: stage('Running', 1) }],
  [{}, { phase: 'PENDING', conditions: admitted, stages: stage('Pending', 0) }],
  [{}, {}],
  [{ suspend: true }, { phase: 'PENDING', conditions: admitted, stages: stage('Pending', 0) }],
  [{ ...brandUrl('https://köln.example/') }, { phase: 'PENDING', conditions: admitted, stages: stage('Pending', 1) }],
  [
    { accountRef: { name: 'other' }, apiKeyRef: { name: 'other-key' } },
    { phase: 'PENDING', conditions: admitted, stages: stage('Pending', 0) },
  ],
];
const all = [7, 6, 5, 4, 3, 2, 1, 0];

let home: Installation;
let rig: AdminRig;

beforeAll(async () => {
  home = new Installation();
  await createAccount(home, { maxRunningJobs: 1 });
  for (const [number, [spec, status]] of jobs.entries()) {
    const key = { namespace, name: jobIdOf(number) };
    await home.store.create(adJobKind, { metadata: key, spec: imageSpec(spec) });
    await home.store.patchStatus(adJobKind, key, { status });
  }
  rig = await openAdmin(home);
});
afterAll(async () => {
  await rig.close();
  home.close();
});

async function shown(client: AdminClient, path: string): Promise<CheerioAPI> {
  const response = await client.get(path);
  expect(response.status).toBe(200);
  return load(await response.text());
}

/** Returns the numbers of the jobs in the table of a page. */
function numbersIn(page: CheerioAPI): number[] {
  return page('tbody tr')
    .toArray()
    .map((row) => all.find((number) => page(row).text().includes(jobIdOf(number))) ?? -1);
}

test.each<[string, string, number[]]>([
  ['nothing', '', all],
  ['an account', 'account=other', [7]],
  ['an account of a namespace', `account=${namespace}/other`, [7]],
  ['an account of another namespace', 'account=elsewhere/other', []],
  ['an API key', 'key=acme-key', [6, 5, 4, 3, 2, 1, 0]],
  ['a type', 'type=video_ad', []],
  ['a phase', 'phase=FAILED', [1]],
  ['an error code', 'code=image_model_error', [1]],
  ['a stage', 'stage=image&phase=PROCESSING', [2]],
  ['a start', 'from=2026-11-01T12:00:06', [7, 6]],
  ['an end', 'to=2026-11-01T12:00:01Z', [1, 0]],
  ['an end, to the last moment of its day', 'to=2026-11-01', all],
  ['a span in another time zone', 'from=2026-11-01T13:00:02%2B01:00&to=2026-11-01T13:00:03%2B01:00', [3, 2]],
  ['waiting for admission', 'waits=admission', [4]],
  ['waiting for a slot of the account', 'waits=account_slot', [3]],
  ['waiting for a slot of the installation', 'waits=installation_slot', [7]],
  ['waiting for another attempt', 'waits=retry', [6]],
  ['being suspended', 'waits=suspended', [5]],
  ['waiting for the callback', 'waits=callback', [1]],
  ['part of the brand, in any case', 'text=KÖLN', [6]],
  ['the start of an id', `text=${jobIdOf(2)}`, [2]],
  ['several things at once', 'phase=PENDING&account=acme&waits=suspended', [5]],
])('the list filters by %s', async (_, query, wanted) => {
  const page = await shown(rig.as(viewer), `/jobs?${query}`);
  expect(numbersIn(page)).toEqual(wanted);
});

test.each<[string, string, string, number[]]>([
  ['an unknown phase', 'phase=DONE&account=other', 'phase', [7]],
  ['a broken time', 'from=yesterday&account=other', 'from', [7]],
  ['a day that does not exist', 'to=2026-13-41&account=other', 'to', [7]],
  ['a day that the month does not have', 'from=2026-02-30&account=other', 'from', [7]],
  ['a value that is given twice', 'phase=FAILED&phase=PENDING&account=other', 'phase', [7]],
  ['a very long text', `text=${'x'.repeat(201)}&account=other`, 'text', [7]],
  ['an end before the start', 'from=2026-11-01T12:00:06&to=2026-11-01T11:00', 'to', [7, 6]],
  ['a name that no account can have', 'account=A%20B&phase=FAILED', 'account', [1]],
  ['an unknown bulk action', 'bulk=00000000-0000-4000-8000-000000000000&phase=FAILED', 'bulk', [1]],
])('the list shows %s with its fault, and applies the rest', async (_, query, field, wanted) => {
  const page = await shown(rig.as(viewer), `/jobs?${query}`);
  const given = new URLSearchParams(query).get(field) ?? '';
  expect(page(`[name=${field}]`).closest('.field').find('.error').text()).not.toBe('');
  expect(page(`[name=${field}]`).val()).toBe(given);
  expect(numbersIn(page)).toEqual(wanted);
});

test('a broken place in the list begins with the newest job and says so', async () => {
  const page = await shown(rig.as(viewer), '/jobs?older=zzz');
  expect(page('.notice').text()).toContain('begins with the newest job');
  expect(numbersIn(page)).toEqual(all);
});

test('an owner sees only own jobs, and other accounts look empty', async () => {
  const owner = rig.as(ownerOf('other'));
  expect(numbersIn(await shown(owner, '/jobs'))).toEqual([7]);
  const ofOthers = mainOf(await (await owner.get('/jobs?account=acme')).text());
  const ofNobody = mainOf(await (await owner.get('/jobs?account=nope')).text());
  expect(ofOthers.replaceAll('acme', 'nope')).toBe(ofNobody);
});

test.each([
  ['viewer', viewer, []],
  ['operator', operator, ['cancel', 'replay', 'erase']],
  ['owner', ownerOf('acme'), ['cancel', 'replay']],
] as const)('the list has the buttons that the role %s may use', async (_, actor, wanted) => {
  const page = await shown(rig.as(actor), '/jobs');
  const buttons = page('button[name=action]').toArray();
  expect(buttons.map((button) => page(button).val())).toEqual(wanted);
  expect(page('input[name=job]').length > 0).toBe(wanted.length > 0);
});

test('all jobs of a page can be selected without script, and new ones do not join them', async () => {
  const page = await shown(rig.as(operator), '/jobs?account=acme&select=page');
  expect(page('input[name=job]:checked').length).toBe(7);
  expect(page('main').attr('data-topics')).toBe('');
  expect((await shown(rig.as(operator), '/jobs'))('input[name=job]:checked').length).toBe(0);
});

test('a job that appears, changes and disappears does so in the list', async () => {
  const key = { namespace, name: jobIdOf(100) };
  const text = async (): Promise<string> => (await rig.as(viewer).get(`/jobs?text=${key.name}`)).text();
  await home.store.create(adJobKind, { metadata: key, spec: imageSpec() });
  await until(async () => (await text()).includes('waits to be admitted'));
  await home.store.patchStatus(adJobKind, key, { status: { phase: 'SUCCESS' } });
  await until(async () => (await text()).includes('badge good'));
  await home.store.delete(adJobKind, key);
  await until(async () => (await text()).includes('No job matches'));
});

test('texts of strangers are shown as text', async () => {
  const key = { namespace, name: jobIdOf(101) };
  const image = {
    ...imageRequest(),
    productMetadata: { productName: '<script>x</script>"', productImages: [] },
  };
  await home.store.create(adJobKind, { metadata: key, spec: imageSpec({ image }) });
  const text = async (): Promise<string> => (await rig.as(viewer).get(`/jobs?text=${key.name}`)).text();
  await until(async () => (await text()).includes('&lt;script&gt;x'));
  expect(await text()).not.toContain('<script>x');
  await home.store.delete(adJobKind, key);
});
