import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import type { PipelineConfig } from '../../src/controllers/pipeline/deps.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import type { StageAttempt } from '../../src/launch/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { imageRequest, imageSpec } from '../support/pipeline/build-job.ts';
import { acme, createApiKey, createFundedAccount, namespace } from '../support/installation/objects.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;

async function open(config: Partial<PipelineConfig> = {}): Promise<void> {
  rig = await PipelineRig.open(systemClock, config);
  stop = new AbortController();
}

async function start(): Promise<void> {
  controller = createPipelineController(rig.deps);
  await controller.start(stop.signal);
}

async function phase(key: ObjectKey): Promise<string | undefined> {
  return (await rig.job(key))?.status?.phase;
}

/** Waits until an attempt of the stage runs, and returns it. */
async function running(key: ObjectKey, stage: string): Promise<StageAttempt> {
  const find = () => rig.launcher.alive.find((one) => one.owner.key.name === key.name && one.stage === stage);
  await until(() => find() !== undefined);
  const found = find();
  if (found === undefined) throw new Error('the attempt has ended');
  return found;
}

async function runThrough(key: ObjectKey): Promise<void> {
  for (const stage of ['onboarding', 'concept', 'image']) await rig.finish(await running(key, stage));
  await until(async () => (await phase(key)) === 'SUCCESS');
}

beforeEach(async () => {
  await open();
  await start();
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

test('a stage whose Job the API server refuses is retried, with one Event', async () => {
  const overQuota = new StoreError('Forbidden', 'exceeded quota: few');
  rig.launcher.refusals.push(overQuota, overQuota, new StoreError('Unavailable', 'Not now.'));
  const key = await rig.createJob();
  await runThrough(key);
  expect(rig.launcher.refusals).toEqual([]);
  expect(rig.events.map(({ reason }) => reason)).toEqual(['LaunchRefused', 'Started', 'Succeeded']);
  expect(rig.events[0]).toMatchObject({
    type: 'Warning',
    message:
      'The API server refused to create the Job of the stage "onboarding"; the controller tries again: exceeded quota: few',
  });
});

test('a job runs its stages in order, each with the outputs of the earlier ones as inputs', async () => {
  const key = await rig.createJob();
  const onboarding = await running(key, 'onboarding');
  expect(Object.keys(onboarding.input.inputs)).toEqual(['request']);
  expect(Object.keys(onboarding.input.outputs)).toEqual(['brand.json']);
  await rig.finish(onboarding);
  const concept = await running(key, 'concept');
  expect(Object.keys(concept.input.inputs)).toEqual(['request', 'onboarding/brand.json']);
  expect(concept.input.inputs['onboarding/brand.json']).toEqual(onboarding.input.outputs['brand.json']);
  await rig.finish(concept);
  const image = await running(key, 'image');
  expect(Object.keys(image.input.inputs)).toEqual(['request', 'onboarding/brand.json', 'concept/concept.json']);
  await rig.finish(image);

  await until(async () => (await phase(key)) === 'SUCCESS');
  const job = await rig.job(key);
  const ref = job?.status?.stages?.find(({ name }) => name === 'image')?.resultRef ?? '';
  const url = ref.replace('jobs/', 'http://ads.example/files/').replace('result.json', 'ad-1.png');
  expect(job?.status?.response).toEqual({ images: [{ url }], credits: 5, notes: [] });
  expect(rig.events.map(({ reason }) => reason)).toEqual(['Started', 'Succeeded']);
});

test('a job without faults costs four status writes', async () => {
  const key = await rig.createJob();
  await until(async () => (await phase(key)) === 'PROCESSING');
  const created = Number((await rig.job(key))?.metadata.resourceVersion) - 1;
  await runThrough(key);
  expect(Number((await rig.job(key))?.metadata.resourceVersion) - created).toBe(4);
});

test('a job from kubectl gets the finalizer and runs', async () => {
  const { metadata } = await rig.store.create(adJobKind, { metadata: { namespace, name: 'mine' }, spec: imageSpec() });
  await runThrough(metadata);
  const job = await rig.job(metadata);
  expect(job?.metadata.finalizers).toEqual(['adwright.dev/cleanup']);
  expect(job?.metadata.labels).toMatchObject({ 'adwright.dev/account': 'acme' });
  expect(job?.status?.jobId).toBe(metadata.uid);
});

test('an admitted job continues when its account is deleted', async () => {
  const key = await rig.createJob();
  await running(key, 'onboarding');
  await rig.store.delete(adAccountKind, { namespace, name: 'acme' });
  await runThrough(key);
  expect({ phaseWithoutAccount: await phase(key) }).toEqual({ phaseWithoutAccount: 'SUCCESS' });
});

test('a job without an account fails', async () => {
  const key = await rig.applyJob(imageSpec({ accountRef: { name: 'nobody' } }));
  await until(async () => (await phase(key)) === 'FAILED');
  expect((await rig.job(key))?.status?.error).toBe('The account "nobody" does not exist. [account_not_found]');
});

test('a job with an unknown key fails without a hold', async () => {
  const key = await rig.applyJob(imageSpec({ apiKeyRef: { name: 'nobody' } }));
  await until(async () => (await phase(key)) === 'FAILED');
  expect((await rig.job(key))?.status?.error).toBe('The API key "nobody" does not exist. [key_not_found]');
  const { entries } = await rig.ledger.history(acme, { limit: 10, cursor: undefined });
  expect(entries.map(({ kind }) => kind)).toEqual(['grant']);
});

test('a job with a key of another account fails without a hold', async () => {
  await createApiKey(rig, { accountRef: { name: 'globex' } }, { namespace, name: 'theirs' });
  const key = await rig.applyJob(imageSpec({ apiKeyRef: { name: 'theirs' } }));
  await until(async () => (await phase(key)) === 'FAILED');
  const error = 'The API key "theirs" does not belong to the account "acme". [refused]';
  expect((await rig.job(key))?.status?.error).toBe(error);
  const { entries } = await rig.ledger.history(acme, { limit: 10, cursor: undefined });
  expect(entries.map(({ kind }) => kind)).toEqual(['grant']);
});

test('a job without faults causes only lists and watches, and no get', async () => {
  stop.abort();
  await controller.drain();
  const asked: unknown[] = [];
  const store = new Proxy(rig.store, {
    get(target, name) {
      if (name === 'get') return (...args: unknown[]) => asked.push(args);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  stop = new AbortController();
  rig.registry.clear();
  controller = createPipelineController({ ...rig.deps, store });
  await controller.start(stop.signal);
  await runThrough(await rig.createJob());
  expect(asked).toEqual([]);
});

test('an account that was created just before its job is found', async () => {
  const name = 'fresh';
  await createFundedAccount(rig, { namespace, name }, 5);
  const key = await rig.applyJob(imageSpec({ accountRef: { name }, apiKeyRef: undefined }));
  const { owner } = await running(key, 'onboarding');
  expect({ runningJob: owner.key.name }).toEqual({ runningJob: key.name });
});

test('a job from kubectl fails if the API would have refused its request', async () => {
  const callbackUrl = 'http://127.0.0.1:8080/';
  const image = { ...imageRequest(), brandData: { brandUrl: 'https://10.0.0.1/' } };
  const key = await rig.applyJob(adJobKind.parseSpec({ ...imageSpec(), callbackUrl, image }));
  await until(async () => (await phase(key)) === 'FAILED');
  expect((await rig.job(key))?.status?.error).toBe(
    'spec.callbackUrl: Give an address that begins with https://. spec.image.brandData.brandUrl: Give another address: the address 10.0.0.1 is not public. [refused]',
  );
});

describe('changes of an AdJob by users', () => {
  test('a cancelled job ends and its stage is stopped', async () => {
    const key = await rig.createJob();
    await running(key, 'onboarding');
    await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
    await until(async () => (await phase(key)) === 'FAILED');
    await until(() => rig.launcher.alive.length === 0);
    expect({ error: (await rig.job(key))?.status?.error, running: rig.launcher.alive }).toEqual({
      error: expect.stringContaining('[cancelled]'),
      running: [],
    });
  });

  test('a suspended job stops, and a resumed one continues with a new attempt', async () => {
    const key = await rig.createJob();
    const first = await running(key, 'onboarding');
    await rig.store.patch(adJobKind, key, { spec: { suspend: true } });
    await until(() => rig.launcher.alive.length === 0);
    await rig.store.patch(adJobKind, key, { spec: { suspend: false } });
    const second = await running(key, 'onboarding');
    expect([first.attempt, second.attempt]).toEqual([1, 2]);
    await runThrough(key);
  });

  test.each<[string, (key: ObjectKey) => Promise<unknown>]>([
    ['running', (key) => running(key, 'onboarding')],
    ['finished', runThrough],
  ])('a %s job that is deleted disappears with its files', async (_, before) => {
    const key = await rig.createJob();
    await before(key);
    expect(await rig.artifacts.list(`jobs/${key.name}/`)).not.toEqual([]);
    await rig.store.delete(adJobKind, key);
    await until(async () => (await rig.job(key)) === undefined);
    expect(await rig.artifacts.list(`jobs/${key.name}/`)).toEqual([]);
    expect(rig.launcher.alive).toEqual([]);
  });
});

describe('an installation that runs one job at a time', () => {
  beforeEach(async () => {
    stop.abort();
    await controller.drain();
    rig.close();
    await open({ maxRunningJobs: 1 });
  });

  test('with one slot jobs run one after the other, oldest first', async () => {
    const keys = [await rig.createJob(), await rig.createJob(), await rig.createJob()];
    await start();
    for (const key of keys) {
      await running(key, 'onboarding');
      expect(new Set(rig.launcher.alive.map(({ owner }) => owner.key.name))).toEqual(new Set([key.name]));
      await runThrough(key);
    }
  });

  test('a pending job can be cancelled', async () => {
    const [first, second] = [await rig.createJob(), await rig.createJob()];
    await start();
    await running(first, 'onboarding');
    await until(async () => (await phase(second)) === 'PENDING');
    await rig.store.patch(adJobKind, second, { spec: { cancel: true } });
    await until(async () => (await phase(second)) === 'FAILED');
    expect({ error: (await rig.job(second))?.status?.error }).toEqual({
      error: expect.stringContaining('[cancelled]'),
    });
  });
});

test('a new controller continues the jobs of the previous one', async () => {
  const key = await rig.createJob();
  await rig.finish(await running(key, 'onboarding'));
  await running(key, 'concept');
  stop.abort();
  await controller.drain();
  rig.launcher.loseAll();
  stop = new AbortController();
  rig.registry.clear();
  await start();
  expect((await running(key, 'concept')).attempt).toBe(2);
  await rig.finish(await running(key, 'concept'));
  await rig.finish(await running(key, 'image'));
  await until(async () => (await phase(key)) === 'SUCCESS');
});

test('metrics count jobs by phase and measure the duration of jobs and stages', async () => {
  await runThrough(await rig.createJob());
  const text = await rig.registry.metrics();
  expect(text).toContain('adwright_jobs{type="image_ad",phase="SUCCESS"} 1');
  expect(text).toContain('adwright_job_duration_seconds_count{type="image_ad",status="SUCCESS"} 1');
  expect(text).toContain('adwright_stage_duration_seconds_count{stage="image",outcome="done"} 1');
});
