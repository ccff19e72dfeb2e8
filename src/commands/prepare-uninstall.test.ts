import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { configMapKind } from './config-map-kind.ts';
import { deploymentKind } from './deployment-kind.ts';
import { adAccountKind, adJobKind } from '../domain/kinds.ts';
import { jobKind, podKind } from '../objects/workload-kinds.ts';
import type { ObjectStore } from '../store/port.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { Installation } from '../../test/support/installation/installation.ts';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { imageSpec } from '../../test/support/pipeline/build-job.ts';
import { Terminal } from '../../test/support/process/terminal.ts';
import { until } from '../../test/support/process/until.ts';

const namespace = 'ads';
const ours = 'adwright.dev/cleanup';
const theirs = 'backup.example.com/hold';
const controllerLabels = { 'app.kubernetes.io/component': 'controller' };
const stageLabels = { 'app.kubernetes.io/component': 'stage', 'app.kubernetes.io/managed-by': 'adwright' };

let store: SqliteStore;
let clock: FakeClock;
const terminal = new Terminal();

beforeEach(() => {
  store = new Installation().store;
  clock = new FakeClock();
});

afterEach(() => {
  store.close();
});

const prepare = ['prepare-uninstall', '--deployment', 'ads-controller'];

function run(args: string[] = [], through: ObjectStore = store): Promise<number> {
  return terminal.run([...prepare, ...args], { namespace, clock, store: () => Promise.resolve(through) });
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

test('prepare-uninstall stops controller and stages and removes only the finalizers of Adwright', async () => {
  await makeDeployment();
  await makePod('ads-controller-1', 'Succeeded');
  await makeJob('job-1', [ours, theirs, 'adwright.dev/ledger']);
  await makeJob('job-2', [theirs]);
  const spec = { active: true, creditGrants: [], weight: 1 };
  await store.create(adAccountKind, { metadata: { namespace, name: 'acme', finalizers: [ours] }, spec });
  await store.create(jobKind, { metadata: { namespace, name: 'stage-1', labels: stageLabels }, spec: {} });
  await store.create(jobKind, { metadata: { namespace, name: 'someone-elses' }, spec: {} });

  expect([await run(), terminal.err]).toEqual([0, '']);

  const deployment = await store.get(deploymentKind, { namespace, name: 'ads-controller' });
  expect(deployment?.spec).toMatchObject({ replicas: 0, selector: { matchLabels: controllerLabels } });
  const { items: jobs } = await store.list(jobKind, { namespace });
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['someone-elses']);
  expect(await finalizersOf('job-1')).toEqual([theirs]);
  expect(await finalizersOf('job-2')).toEqual([theirs]);
  await store.delete(adAccountKind, { namespace, name: 'acme' });
  expect(await store.get(adAccountKind, { namespace, name: 'acme' })).toBeUndefined();
  expect(terminal.out.split('\n')).toEqual(
    expect.arrayContaining(['Stopped ads-controller.', 'Stages stopped: 1.', 'Finalizers removed from AdJobs: 1.']),
  );
});

test('prepare-uninstall removes no finalizer before the last controller pod has ended', async () => {
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

test('prepare-uninstall exits with 5 and removes no finalizer if a pod does not end in time', async () => {
  await makeDeployment();
  await makePod('ads-controller-1', 'Running');
  await makeJob('job-1', [ours]);
  const ended = run(['--timeout', '3s']);
  await until(() => clock.sleeping === 1);
  await clock.advance(3_000);
  expect(await ended).toBe(5);
  expect(terminal.err).toContain('Timed out while waiting for the pods of ads-controller to end');
  expect(await finalizersOf('job-1')).toEqual([ours]);
});

test('a second prepare-uninstall changes nothing', async () => {
  await makeDeployment();
  await makeJob('job-1', [ours]);
  expect(await run()).toBe(0);
  const { resourceVersion } = await store.list(adJobKind, { namespace });
  expect(await run()).toBe(0);
  expect((await store.list(adJobKind, { namespace })).resourceVersion).toBe(resourceVersion);
});

test('prepare-uninstall succeeds if the Deployment does not exist', async () => {
  await makeJob('job-1', [ours]);
  expect(await run()).toBe(0);
  expect(await finalizersOf('job-1')).toEqual([]);
  expect(terminal.out).toContain('Deployment ads-controller not found; skipped.');
});

test('prepare-uninstall keeps a concurrent change of finalizers', async () => {
  await makeJob('job-1', [ours]);
  const busy: ObjectStore = Object.create(store) as ObjectStore;
  busy.list = async (kind, options) => {
    const list = await store.list(kind, options);
    if (kind.kind === 'AdJob')
      await store.patch(kind, { namespace, name: 'job-1' }, { metadata: { finalizers: [ours, theirs] } });
    return list;
  };
  expect([await run([], busy), terminal.err]).toEqual([0, '']);
  expect(await finalizersOf('job-1')).toEqual([theirs]);
});

test('prepare-uninstall changes nothing if the ConfigMap of --unless-config-map exists', async () => {
  await makeDeployment();
  await makeJob('job-1', [ours]);
  const unless = ['--unless-config-map', 'ads-applied'];
  await store.create(configMapKind, { metadata: { namespace, name: 'ads-applied' }, spec: {} });
  expect(await run(unless)).toBe(0);
  expect(terminal.out).toMatch(/^Nothing was changed: the ConfigMap ads-applied shows/);
  const deployment = await store.get(deploymentKind, { namespace, name: 'ads-controller' });
  expect(deployment?.spec.replicas).toBe(2);
  expect(await finalizersOf('job-1')).toEqual([ours]);

  await store.delete(configMapKind, { namespace, name: 'ads-applied' });
  expect(await run(unless)).toBe(0);
  expect(await finalizersOf('job-1')).toEqual([]);
});

test('prepare-uninstall covers other namespaces only with --all-namespaces', async () => {
  await makeJob('job-1', [ours], 'elsewhere');
  expect(await run()).toBe(0);
  expect(await finalizersOf('job-1', 'elsewhere')).toEqual([ours]);
  expect(await run(['--all-namespaces'])).toBe(0);
  expect(await finalizersOf('job-1', 'elsewhere')).toEqual([]);
});

test('prepare-uninstall removes the finalizers of more objects than fit on a page', async () => {
  for (let index = 0; index < 501; index += 1) await makeJob(`job-${index}`, [ours]);
  expect(await run()).toBe(0);
  expect(terminal.out).toContain('Finalizers removed from AdJobs: 501.');
});

test('prepare-uninstall without --deployment is a usage error', async () => {
  expect(await terminal.run(['prepare-uninstall'], { namespace, clock, store: () => Promise.resolve(store) })).toBe(2);
});
