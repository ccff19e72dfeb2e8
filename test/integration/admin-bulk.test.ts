import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { load, type CheerioAPI } from 'cheerio';
import type { AdminDeps } from '../../src/admin/deps.ts';
import type { AdminContract } from '../../src/admin/contract.ts';
import type { Viewer } from '../../src/admin/viewer.ts';
import { bytes } from '../../src/http/answer.ts';
import type { Identified } from '../../src/http/serve.ts';
import { BoundedBackground } from '../../src/operations/jobs/bounded-background.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { replayAnnotation } from '../../src/domain/labels.ts';
import { aborted } from '../../src/runtime/aborted.ts';
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
import { FakeClock, settle } from '../support/time/fake-clock.ts';

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
  await until(async () => (await panel()).includes('Finished'));
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

  test.each([
    ['account=UPPER', 'Give a name'],
    ['bulk=00000000-0000-4000-8000-000000000000', 'This bulk action does not exist'],
  ])('on all that match is refused if the filter has a fault: %s', async (list, fault) => {
    await createJob(0);
    const rig = await open();
    const client = rig.as(operator);
    const back = await choose(client, 'cancel', [
      ['all', 'true'],
      ['list', list],
    ]);
    expect(back).toMatch(/^\/jobs\?/);
    const page = await shown(client, back);
    expect(page('main').text()).toContain('nothing was selected');
    expect(page('main').text()).toContain(fault);
    expect(page('input[name=all]').length).toBe(0);
    expect(await rig.deps.state.list('bulk-draft:')).toEqual([]);
  });

  test('finds the chosen jobs with one look at the table, although most ids are unknown', async () => {
    await createJob(0);
    const rig = await open();
    const finds: string[] = [];
    rig.deps.table.find = (text) => void finds.push(text);
    const unknown = Array.from({ length: 999 }, (_, index): [string, string] => ['job', `unknown-${index}`]);
    const client = rig.as(operator);
    const page = await shown(client, await choose(client, 'cancel', [...unknown, ...chosen(0)]));
    expect([page('h1').text(), finds]).toEqual(['Cancel 1 job?', []]);
  });

  test('whose reason is too long is shown again with the reason, and does not run', async () => {
    await createJob(0);
    const client = (await open()).as(operator);
    const ask = await choose(client, 'cancel', chosen(0));
    const reason = 'x'.repeat(501);
    const response = await client.post(ask, { reason });
    const page = load(await response.text());
    expect([response.status, page('input[name=reason]').attr('value')]).toEqual([422, reason]);
    expect(page('a[href="#field-reason"]').text()).toContain('500');
    expect((await client.post(ask, { reason: 'x'.repeat(500) })).status).toBe(303);
  });

  test('can be prepared a hundred times an hour by one person', async () => {
    await createJob(0);
    const rig = await open();
    const [client, other] = [rig.as(operator), rig.as(operator)];
    const answers: string[] = [];
    for (let count = 0; count < 101; count += 1) answers.push(await choose(client, 'cancel', chosen(0)));
    expect(answers.map((answer) => answer === '429')).toEqual(answers.map((_, index) => index === 100));
    expect(await choose(other, 'cancel', chosen(0))).toMatch(/^\/bulk\//);
  });

  test('is listed without reading the outcome of each job', async () => {
    for (const number of [0, 1]) await createJob(number);
    const rig = await open();
    const client = rig.as(operator);
    const ask = await choose(client, 'cancel', chosen(0, 1));
    await finished(client, (await client.post(ask, {})).headers.get('location') ?? '');
    const keys: string[] = [];
    const get = rig.deps.state.get.bind(rig.deps.state);
    rig.deps.state.get = (key) => {
      keys.push(key);
      return get(key);
    };
    expect((await shown(client, '/bulk'))('tbody').text()).toContain('2 of 2 jobs');
    expect(keys.filter((key) => key.startsWith('bulk-progress:'))).toEqual([]);
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
    expect((await shown(other, list))('#bulk').text()).toContain('Running');
    await clock.advance(16_000);
    const page = await shown(other, list);
    expect(page('#bulk').text()).toContain('The process that ran this action has ended.');
    expect((await shown(other, '/bulk'))('tbody').text()).toContain('Interrupted');
    const path = page('#bulk form').attr('action') ?? '';
    expect((await other.post(path, {})).status).toBe(303);
    expect(await finished(other, list)).toContain('20 of 20 jobs: 20 succeeded, 0 failed.');
    expect(await Promise.all(Array.from({ length: 20 }, (_, number) => isCancelled(number)))).not.toContain(false);
  });
});

describe('a bulk action that must stop early', () => {
  let held: AbortController;
  let background: BoundedBackground;
  let stopping: AbortController;
  let first: AdminRig;
  let ending: AdminRig;

  /** Starts an action on 20 jobs, of which 4 are done and 8 are under way. Returns the path of its list. */
  async function started(client: AdminClient): Promise<string> {
    const ask = await choose(client, 'cancel', [['all', 'true']]);
    const list = (await client.post(ask, {})).headers.get('location') ?? '';
    await until(() => found === 12);
    return list;
  }
  let found: number;

  beforeEach(async () => {
    for (let number = 0; number < 20; number += 1) await createJob(number);
    [held, stopping] = [new AbortController(), new AbortController()];
    [background, found] = [new BoundedBackground(Infinity), 0];
    first = await open();
    const { jobs, state } = first.deps;
    const find = async (jobId: string) => {
      found += 1;
      if (found > 4) await aborted(held.signal);
      return jobs.find(jobId);
    };
    ending = await open({ state, background, stopping: stopping.signal, jobs: { find } });
  });

  test('because its process stops finishes what it has begun, and another replica continues it', async () => {
    const list = await started(ending.as(operator));
    stopping.abort();
    let isIdle = false;
    const idle = background.idle().then(() => (isIdle = true));
    await settle();
    expect(isIdle).toBe(false);
    held.abort();
    await idle;
    expect(found).toBe(12);
    expect(rows(ending, 'job.cancel').map(({ outcome }) => outcome)).toEqual(Array(12).fill('done'));
    const other = first.as(admin);
    const panel = (await shown(other, list))('#bulk');
    expect(panel.text().replaceAll(/\s+/g, ' ')).toContain('12 of 20 jobs: 12 succeeded, 0 failed.');
    expect(panel.text()).toContain('The process that ran this action has ended.');
    expect((await other.post(panel.find('form').attr('action') ?? '', {})).status).toBe(303);
    expect(await finished(other, list)).toContain('20 of 20 jobs: 20 succeeded, 0 failed.');
    expect(rows(first, 'job.cancel')).toHaveLength(8);
  });

  test.each<[string, (viewerNow: Viewer) => Identified<Viewer>]>([
    ['has signed out', () => ({ kind: 'refused', answer: bytes(401, 'text/plain', Buffer.from('')) })],
    ['has lost the role', (now) => ({ kind: 'caller', caller: { ...now, actor: viewer } })],
  ])('because its person %s stops within a second and says why', async (_, identify) => {
    const list = await started(ending.as(operator));
    const { authenticate } = ending.deps;
    const contracts: AdminContract[] = [];
    ending.deps.authenticate = async (request, contract) => {
      contracts.push(contract);
      const identified = await authenticate(request, contract);
      return identified.kind === 'caller' ? identify(identified.caller) : identified;
    };
    await clock.advance(1_000);
    await until(() => contracts.length === 1);
    held.abort();
    await background.idle();
    expect(contracts).toMatchObject([{ hasForm: false, isPassive: true }]);
    expect(found).toBe(12);
    const panel = (await shown(first.as(admin), list))('#bulk');
    expect(panel.text()).toContain('the person who started it signed out or lost the right to run it');
    expect(panel.find('form').length).toBe(1);
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
