import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { deploymentKind } from '../../src/commands/deployment-kind.ts';
import { runProgram } from '../../src/commands/program.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { jobKind, podKind } from '../../src/launch/kinds.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite-store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { imageSpec } from '../support/build-job.ts';
import { noLedger } from '../support/no-ledger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const namespace = 'ads';
const ours = 'adwright.dev/cleanup';
const theirs = 'backup.example.com/hold';
const controllerLabels = { 'app.kubernetes.io/component': 'controller' };
const stageLabels = { 'app.kubernetes.io/component': 'stage', 'app.kubernetes.io/managed-by': 'adwright' };

let folder: ReturnType<typeof temporaryFolder>;
let store: SqliteStore;
let clock: FakeClock;
let [out, err] = ['', ''];

beforeEach(() => {
  folder = temporaryFolder();
  store = openSqliteStore({ file: join(folder.path, 'test.db'), clock: systemClock });
  clock = new FakeClock();
});

afterEach(() => {
  store.close();
  folder.remove();
});

function run(args: string[] = [], through: ObjectStore = store): Promise<number> {
  [out, err] = ['', ''];
  const context = {
    namespace,
    clock,
    store: () => Promise.resolve(through),
    ledger: noLedger,
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
  };
  return runProgram(['prepare-uninstall', '--deployment', 'ads-controller', ...args], context, [], '1.2.3');
}

async function makeDeployment(): Promise<void> {
  await store.create(deploymentKind, {
    metadata: { namespace, name: 'ads-controller' },
    spec: { replicas: 2, selector: { matchLabels: controllerLabels }, template: {} },
  });
}

async function makePod(name: string, phase: string): Promise<void> {
  await store.create(podKind, { metadata: { namespace, name, labels: controllerLabels }, spec: {} });
  await store.patchStatus(podKind, { namespace, name }, { status: { phase } });
}

async function makeJob(name: string, finalizers: string[], where = namespace): Promise<void> {
  const spec = imageSpec({ accountRef: { name: 'acme' } });
  await store.create(adJobKind, { metadata: { namespace: where, name, finalizers }, spec });
}

async function finalizersOf(name: string, where = namespace): Promise<string[] | undefined> {
  const job = await store.get(adJobKind, { namespace: where, name });
  return job && (job.metadata.finalizers ?? []);
}

test('the controller stops, its stages go, and only our finalizers are taken away', async () => {
  await makeDeployment();
  await makePod('ads-controller-1', 'Succeeded');
  await makeJob('job-1', [ours, theirs, 'adwright.dev/ledger']);
  await makeJob('job-2', [theirs]);
  const spec = { active: true, creditGrants: [], weight: 1 };
  await store.create(adAccountKind, { metadata: { namespace, name: 'acme', finalizers: [ours] }, spec });
  await store.create(jobKind, { metadata: { namespace, name: 'stage-1', labels: stageLabels }, spec: {} });
  await store.create(jobKind, { metadata: { namespace, name: 'someone-elses' }, spec: {} });

  expect([await run(), err]).toEqual([0, '']);

  const deployment = await store.get(deploymentKind, { namespace, name: 'ads-controller' });
  expect(deployment?.spec).toMatchObject({ replicas: 0, selector: { matchLabels: controllerLabels } });
  const { items: jobs } = await store.list(jobKind, { namespace });
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['someone-elses']);
  expect(await finalizersOf('job-1')).toEqual([theirs]);
  expect(await finalizersOf('job-2')).toEqual([theirs]);
  await store.delete(adAccountKind, { namespace, name: 'acme' });
  expect(await store.get(adAccountKind, { namespace, name: 'acme' })).toBeUndefined();
  expect(out.split('\n')).toEqual(
    expect.arrayContaining(['Stopped ads-controller.', 'Stages stopped: 1.', 'AdJobs let go: 1.']),
  );
});

test('nothing is let go before the last pod of the controller has ended', async () => {
  await makeDeployment();
  await makePod('ads-controller-1', 'Running');
  await makeJob('job-1', [ours]);
  const ended = run();
  await until(() => clock.sleeping === 1);
  expect(await finalizersOf('job-1')).toEqual([ours]);
  await store.delete(podKind, { namespace, name: 'ads-controller-1' });
  await clock.advance(1_000);
  expect(await ended).toBe(0);
  expect(await finalizersOf('job-1')).toEqual([]);
});

test('a pod that does not end in time ends the command, and nothing was let go', async () => {
  await makeDeployment();
  await makePod('ads-controller-1', 'Running');
  await makeJob('job-1', [ours]);
  const ended = run(['--timeout', '3s']);
  await until(() => clock.sleeping === 1);
  await clock.advance(3_000);
  expect(await ended).toBe(5);
  expect(err).toContain('waiting for the pods of ads-controller to end was not finished');
  expect(await finalizersOf('job-1')).toEqual([ours]);
});

test('a second run changes nothing', async () => {
  await makeDeployment();
  await makeJob('job-1', [ours]);
  expect(await run()).toBe(0);
  const { resourceVersion } = await store.list(adJobKind, { namespace });
  expect(await run()).toBe(0);
  expect((await store.list(adJobKind, { namespace })).resourceVersion).toBe(resourceVersion);
});

test('a Deployment that is gone already is no failure', async () => {
  await makeJob('job-1', [ours]);
  expect(await run()).toBe(0);
  expect(await finalizersOf('job-1')).toEqual([]);
  expect(out).toContain('There is no Deployment ads-controller.');
});

test('an object that somebody writes to meanwhile keeps what was written', async () => {
  await makeJob('job-1', [ours]);
  const busy: ObjectStore = Object.create(store) as ObjectStore;
  busy.list = async (kind, options) => {
    const list = await store.list(kind, options);
    if (kind.kind === 'AdJob')
      await store.patch(kind, { namespace, name: 'job-1' }, { metadata: { finalizers: [ours, theirs] } });
    return list;
  };
  expect([await run([], busy), err]).toEqual([0, '']);
  expect(await finalizersOf('job-1')).toEqual([theirs]);
});

test('other namespaces are left alone unless all are asked for', async () => {
  await makeJob('job-1', [ours], 'elsewhere');
  expect(await run()).toBe(0);
  expect(await finalizersOf('job-1', 'elsewhere')).toEqual([ours]);
  expect(await run(['--all-namespaces'])).toBe(0);
  expect(await finalizersOf('job-1', 'elsewhere')).toEqual([]);
});

test('more objects than a page are all let go', async () => {
  for (let index = 0; index < 501; index += 1) await makeJob(`job-${index}`, [ours]);
  expect(await run()).toBe(0);
  expect(out).toContain('AdJobs let go: 501.');
});

test('a command without a Deployment is wrong usage', async () => {
  const context = {
    namespace,
    clock,
    store: () => Promise.resolve(store),
    ledger: noLedger,
    out: () => undefined,
    err: () => undefined,
  };
  expect(await runProgram(['prepare-uninstall'], context, [], '1.2.3')).toBe(2);
});
