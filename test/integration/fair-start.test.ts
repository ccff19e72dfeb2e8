import { afterEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { createPipelineMetrics } from '../../src/controllers/pipeline/metrics.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import type { AdAccountSpec } from '../../src/schema/adaccount.ts';
import { aroundCalls, type Around } from '../support/faults/around-calls.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { createFundedAccount, namespace } from '../support/installation/objects.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

async function open(maxRunningJobs: number, around: Around = (_, run) => run()): Promise<void> {
  rig = await PipelineRig.open(systemClock, { maxRunningJobs });
  stop = new AbortController();
  controller = createPipelineController({ ...rig.deps, store: aroundCalls(rig.store, around) });
  await account('small');
}

async function account(name: string, spec: Partial<AdAccountSpec> = {}): Promise<void> {
  await createFundedAccount(rig, { namespace, name }, 1_000, spec);
}

const setAccount = (name: string, spec: Partial<AdAccountSpec>) =>
  rig.store.patch(adAccountKind, { namespace, name }, { spec });
const { apiKeyRef, ...spec } = imageSpec();
const job = async (name: string): Promise<string> => (await rig.createJob({ ...spec, accountRef: { name } })).name;

const running = (): string[] => rig.launcher.alive.map(({ owner }) => owner.key.name);
const isRunning = (name: string) => () => running().includes(name);

/** Cancels the job and waits until it no longer runs. */
async function cancel(name: string): Promise<void> {
  await rig.store.patch(adJobKind, { namespace, name }, { spec: { cancel: true } });
  await until(() => !running().includes(name));
}

test('the single job of an account starts next, before the queued jobs of another', async () => {
  await open(2);
  for (let i = 0; i < 30; i += 1) await job('acme');
  await controller.start(stop.signal);
  await until(() => running().length === 2);
  const single = await job('small');
  await until(() => controller.counts({ namespace, name: 'small' }).pending === 1);
  const [first = ''] = running();
  await cancel(first);
  await until(isRunning(single));
  expect(running()).toHaveLength(2);
});

const leaving: [string, (name: string) => Promise<unknown>][] = [
  ['is cancelled', (name) => rig.store.patch(adJobKind, { namespace, name }, { spec: { cancel: true } })],
  ['is suspended', (name) => rig.store.patch(adJobKind, { namespace, name }, { spec: { suspend: true } })],
  ['is deleted', (name) => rig.store.delete(adJobKind, { namespace, name })],
  ['has lost its AdJob', (name) => loseObject(name)],
];

async function loseObject(name: string): Promise<void> {
  await rig.store.patch(adJobKind, { namespace, name }, { metadata: { finalizers: [] } });
  await rig.store.delete(adJobKind, { namespace, name });
}

/** Waits for a while: until a new job has been reconciled several times and deleted. */
async function aWhile(): Promise<void> {
  const key = await rig.createJob({ ...spec, accountRef: { name: 'small' }, suspend: true });
  await until(async () => (await rig.job(key))?.status?.suspension !== undefined);
  await rig.store.delete(adJobKind, key);
  await until(async () => (await rig.job(key)) === undefined);
}

test.each(leaving)('a job that %s frees its slot when its stage has ended', async (_, leave) => {
  await open(1);
  rig.launcher.isSlowToStop = true;
  await controller.start(stop.signal);
  const first = await job('small');
  await until(isRunning(first));
  const second = await job('small');
  await leave(first);
  await until(() => rig.launcher.stopping.has(first));
  await aWhile();
  expect(running()).toEqual([first]);
  for (const attempt of rig.launcher.alive) rig.launcher.end(attempt, { exitCode: null });
  await until(isRunning(second));
});

test('the next leader counts a stage that is being stopped, before and after it has seen its job', async () => {
  await open(1);
  rig.launcher.isSlowToStop = true;
  await controller.start(stop.signal);
  const first = await job('small');
  await until(isRunning(first));
  await rig.store.patch(adJobKind, { namespace, name: first }, { spec: { cancel: true } });
  await until(async () => (await rig.job({ namespace, name: first }))?.status?.phase === 'FAILED');
  stop.abort();
  await controller.drain();

  const second = await job('small');
  const lists: (() => void)[] = [];
  const store = aroundCalls(rig.store, (name, run, [kind, options]) => {
    const isWhole = name === 'list' && kind === adJobKind && !JSON.stringify(options).includes('status.phase');
    return isWhole ? new Promise<void>((resolve) => lists.push(resolve)).then(run) : run();
  });
  stop = new AbortController();
  controller = createPipelineController({ ...rig.deps, store, metrics: createPipelineMetrics(new Registry()) });
  await controller.start(stop.signal);
  await until(async () => (await rig.job({ namespace, name: second }))?.status !== undefined);
  expect(running()).toEqual([first]);
  for (const list of lists) list();
  await aWhile();
  expect(running()).toEqual([first]);
  for (const attempt of rig.launcher.alive) rig.launcher.end(attempt, { exitCode: null });
  await until(isRunning(second));
});

test('maxRunningJobs of an account applies while slots are free, and a change applies at once', async () => {
  await open(20);
  await setAccount('acme', { maxRunningJobs: 1 });
  await controller.start(stop.signal);
  const jobs = [await job('acme'), await job('acme'), await job('acme')];
  const other = await job('small');
  await until(() => controller.counts({ namespace, name: 'acme' }).pending === 2 && running().includes(other));
  expect(running()).toEqual(expect.arrayContaining([jobs[0], other]));
  expect(running()).toHaveLength(2);
  await setAccount('acme', { maxRunningJobs: 2 });
  await until(() => running().length === 3);
  await setAccount('acme', { maxRunningJobs: 3 });
  await until(() => running().length === 4);
  expect(controller.counts({ namespace, name: 'acme' }).pending).toBe(0);
});

test('the stages of an account with a queueName use that Kueue queue', async () => {
  await open(20);
  await setAccount('acme', { queueName: 'team-a' });
  await controller.start(stop.signal);
  const [queued, usual] = [await job('acme'), await job('small')];
  await until(() => running().length === 2);
  const queueOf = (name: string) => rig.launcher.started.find(({ owner }) => owner.key.name === name)?.queueName;
  expect([queueOf(queued), queueOf(usual)]).toEqual(['team-a', undefined]);
});

test('`keys` of the pipeline controller returns the API keys with their accounts', async () => {
  await open(20);
  await controller.start(stop.signal);
  expect([...controller.keys()]).toMatchObject([
    { key: { namespace, name: 'acme-key' }, account: { namespace, name: 'acme' } },
  ]);
});

test('30 jobs write to a slow API server concurrently', async () => {
  const answers: (() => void)[] = [];
  await open(30, async (name, run) => {
    if (name === 'patchStatus') await new Promise<void>((resolve) => answers.push(resolve));
    return run();
  });
  for (let i = 0; i < 30; i += 1) await job('small');
  await controller.start(stop.signal);
  await until(() => answers.length === 30);
  for (const answer of answers) answer();
  await until(() => running().length === 30);
  expect({ runningJobs: running().length }).toEqual({ runningJobs: 30 });
});
