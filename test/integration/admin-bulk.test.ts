import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { load, type CheerioAPI } from 'cheerio';
import type { AdminDeps } from '../../src/admin/deps.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { replayAnnotation } from '../../src/domain/labels.ts';
import type { AdJob, AdJobSpec, JobPhase } from '../../src/schema/adjob.ts';
import {
  admin,
  openAdmin,
  operator,
  ownerOf,
  viewer,
  type AdminClient,
  type AdminRig,
} from '../support/admin/admin-rig.ts';
import { firstJobMs, jobIdOf } from '../support/admin/rows.ts';
import { Installation } from '../support/installation/installation.ts';
import { namespace } from '../support/installation/objects.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

let clock: FakeClock;
let home: Installation;
let rigs: AdminRig[];

beforeEach(() => {
  clock = new FakeClock(new Date(firstJobMs + 3_600_000).toISOString());
  home = new Installation({ clock });
  rigs = [];
});
afterEach(async () => {
  for (const rig of rigs) await rig.close();
  home.close();
});

async function open(given: Partial<AdminDeps> = {}): Promise<AdminRig> {
  const rig = await openAdmin(home, given);
  rigs.push(rig);
  return rig;
}

async function createJob(number: number, phase?: JobPhase, spec: Partial<AdJobSpec> = {}): Promise<void> {
  const key = { namespace, name: jobIdOf(number) };
  await home.store.create(adJobKind, { metadata: key, spec: imageSpec(spec) });
  if (phase !== undefined) await home.store.patchStatus(adJobKind, key, { status: { phase } });
}

function read(number: number): Promise<AdJob | undefined> {
  return home.store.get(adJobKind, { namespace, name: jobIdOf(number) });
}

async function isCancelled(number: number): Promise<boolean> {
  return (await read(number))?.spec.cancel === true;
}

const chosen = (...numbers: number[]): [string, string][] => numbers.map((number) => ['job', jobIdOf(number)]);

/** Chooses jobs in the list. Returns the path of the page that asks, or the status of a refusal. */
async function choose(client: AdminClient, action: string, fields: [string, string][]): Promise<string> {
  const response = await client.post('/bulk', [['action', action], ...fields]);
  return response.status === 303 ? (response.headers.get('location') ?? '') : String(response.status);
}

async function shown(client: AdminClient, path: string): Promise<CheerioAPI> {
  return load(await (await client.get(path)).text());
}

async function finished(client: AdminClient, list: string): Promise<string> {
  const panel = async (): Promise<string> => (await shown(client, list))('#bulk').text();
  await until(async () => (await panel()).includes('finished'));
  return (await panel()).replaceAll(/\s+/g, ' ');
}

const rows = (rig: AdminRig, action: string) => rig.auditLog.rows.filter((row) => row.action === action);

describe('a bulk action', () => {
  test('states what happens, then runs one operation with an audit row for each job, and is a filter', async () => {
    for (const number of [0, 1, 2]) await createJob(number);
    await createJob(3, 'SUCCESS');
    const rig = await open();
    const client = rig.as(operator);
    const ask = await choose(client, 'cancel', chosen(0, 1, 3));
    const page = await shown(client, ask);
    expect(page('h1').text()).toBe('Cancel 2 jobs?');
    expect(page('main').text()).toContain('1 of the chosen jobs have already ended');
    expect(rig.auditLog.rows).toEqual([]);
    const { status, headers } = await client.post(ask, { reason: 'Wrong brand' });
    const list = headers.get('location') ?? '';
    expect([status, list]).toEqual([303, `/jobs?bulk=${ask.slice('/bulk/'.length)}`]);
    expect(await finished(client, list)).toContain('2 of 2 jobs: 2 succeeded, 0 failed.');
    expect(await Promise.all([0, 1, 2].map(isCancelled))).toEqual([true, true, false]);
    expect(rows(rig, 'job.cancel')).toMatchObject(
      Array.from({ length: 2 }, () => ({
        outcome: 'done',
        reason: expect.stringContaining('Wrong brand (bulk action '),
      })),
    );
    const shownJobs = (await shown(client, list))('input[name=job]')
      .toArray()
      .map(({ attribs }) => attribs['value']);
    expect(shownJobs).toEqual([jobIdOf(1), jobIdOf(0)]);
  });

  test('on all that match takes the jobs that matched when it was chosen', async () => {
    for (const number of [0, 1, 2])
      await createJob(number, undefined, { accountRef: { name: number > 1 ? 'b' : 'a' } });
    const rig = await open();
    const client = rig.as(operator);
    const ask = await choose(client, 'cancel', [
      ['all', 'true'],
      ['list', 'account=a'],
    ]);
    await createJob(4, undefined, { accountRef: { name: 'a' } });
    await until(() => rig.deps.table.rows().length === 4);
    expect((await shown(client, ask))('h1').text()).toBe('Cancel 2 jobs?');
    await finished(client, (await client.post(ask, {})).headers.get('location') ?? '');
    expect(await Promise.all([0, 1, 2, 4].map(isCancelled))).toEqual([true, true, false, false]);
  });

  test('takes at most 1,000 jobs and says how many are left', async () => {
    const rig = await open();
    for (let number = 0; number < 1_003; number += 1) await createJob(number);
    await until(() => rig.deps.table.rows().length === 1_003);
    const client = rig.as(operator);
    const page = await shown(client, await choose(client, 'cancel', [['all', 'true']]));
    expect(page('h1').text()).toBe('Cancel 1,000 jobs?');
    expect(page('main').text()).toContain('3 more match');
  });

  test('whose form is sent twice runs once', async () => {
    for (const number of [0, 1, 2]) await createJob(number, 'SUCCESS', { callbackUrl: 'https://a.example/' });
    const rig = await open();
    const client = rig.as(operator);
    const ask = await choose(client, 'replay', chosen(0, 1, 2));
    const answers = await Promise.all([client.post(ask, {}), client.post(ask, {})]);
    const [list = ''] = answers.map(({ headers }) => headers.get('location') ?? '');
    await finished(client, list);
    await client.post(ask, {});
    await finished(client, list);
    for (const number of [0, 1, 2])
      expect((await read(number))?.metadata.annotations?.[replayAnnotation]?.split(',')).toHaveLength(1);
    expect(rows(rig, 'job.replay_callback')).toHaveLength(3);
  });

  test('shows its failures by reason', async () => {
    for (const number of [0, 1]) await createJob(number);
    const rig = await open();
    const client = rig.as(operator);
    const ask = await choose(client, 'cancel', chosen(0, 1));
    await home.store.patchStatus(adJobKind, { namespace, name: jobIdOf(1) }, { status: { phase: 'SUCCESS' } });
    const text = await finished(client, (await client.post(ask, {})).headers.get('location') ?? '');
    expect(text).toContain('1 succeeded, 1 failed');
    expect(text).toContain('The job had already ended.');
  });

  test('changes nothing while the audit log cannot be written', async () => {
    await createJob(0);
    const rig = await open();
    rig.auditLog.isFull = true;
    const client = rig.as(operator);
    const ask = await choose(client, 'cancel', chosen(0));
    const text = await finished(client, (await client.post(ask, {})).headers.get('location') ?? '');
    expect(text).toContain('nothing was changed');
    expect(await isCancelled(0)).toBe(false);
  });

  test('on nothing has nothing to confirm', async () => {
    await createJob(0, 'SUCCESS');
    const client = (await open()).as(operator);
    for (const fields of [[], chosen(0)]) {
      const page = await shown(client, await choose(client, 'cancel', fields));
      expect(page('main form').length).toBe(0);
    }
  });
});

describe('a bulk action whose process was killed', () => {
  test('is shown as interrupted on another replica, which continues it with the remaining jobs', async () => {
    for (let number = 0; number < 20; number += 1) await createJob(number);
    const never = new Promise<never>(() => undefined);
    const first = await open();
    const { jobs, state } = first.deps;
    let found = 0;
    const killed = await open({
      state,
      jobs: { find: (jobId) => ((found += 1) > 10 ? never : jobs.find(jobId)) },
      clock: { now: () => clock.now(), monotonicMs: () => clock.monotonicMs(), sleep: () => never },
    });
    const client = killed.as(operator);
    const ask = await choose(client, 'cancel', [['all', 'true']]);
    const list = (await client.post(ask, {})).headers.get('location') ?? '';
    await until(() => found >= 18);
    const other = first.as(admin);
    expect((await shown(other, list))('#bulk').text()).toContain('running');
    await clock.advance(16_000);
    const page = await shown(other, list);
    expect(page('#bulk').text()).toContain('The process that ran this action has ended.');
    expect((await shown(other, '/bulk'))('tbody').text()).toContain('interrupted');
    const path = page('#bulk form').attr('action') ?? '';
    expect((await other.post(path, {})).status).toBe(303);
    expect(await finished(other, list)).toContain('20 of 20 jobs: 20 succeeded, 0 failed.');
    expect(await Promise.all(Array.from({ length: 20 }, (_, number) => isCancelled(number)))).not.toContain(false);
  });
});

describe('bulk actions of other people', () => {
  test.each<[string, 'cancel' | 'erase', typeof viewer, string]>([
    ['a viewer may not choose', 'cancel', viewer, '403'],
    ['an owner may not erase', 'erase', ownerOf('acme'), '403'],
  ])('%s', async (_, action, actor, status) => {
    await createJob(0, 'SUCCESS');
    const rig = await open();
    expect(await choose(rig.as(actor), action, chosen(0))).toBe(status);
  });

  test('an owner cannot choose jobs of others, neither by id nor with all that match', async () => {
    await createJob(0);
    await createJob(1, undefined, { accountRef: { name: 'other' } });
    const owner = (await open()).as(ownerOf('other'));
    for (const fields of [chosen(0, 1), [['all', 'true'] as [string, string]]]) {
      const ask = await choose(owner, 'cancel', fields);
      expect((await shown(owner, ask))('h1').text()).toBe('Cancel 1 job?');
      await finished(owner, (await owner.post(ask, {})).headers.get('location') ?? '');
    }
    expect(await Promise.all([0, 1].map(isCancelled))).toEqual([false, true]);
  });

  test('an owner gets the same answers for actions of others and for unknown ones', async () => {
    await createJob(0);
    const rig = await open();
    const client = rig.as(operator);
    const ask = await choose(client, 'cancel', chosen(0));
    await finished(client, (await client.post(ask, {})).headers.get('location') ?? '');
    const unknown = '00000000-0000-4000-8000-000000000000';
    const known = ask.slice('/bulk/'.length);
    const owner = rig.as(ownerOf('acme'));
    const bodies = async (id: string): Promise<string[]> =>
      Promise.all(
        [
          owner.get(`/bulk/${id}`),
          owner.post(`/bulk/${id}`, {}),
          owner.post(`/bulk/${id}/continue`, {}),
          owner.get(`/jobs?bulk=${id}`),
        ].map(async (answer) => `${(await answer).status} ${await (await answer).text()}`.replaceAll(id, '')),
      );
    expect(await bodies(known)).toEqual(await bodies(unknown));
  });
});
