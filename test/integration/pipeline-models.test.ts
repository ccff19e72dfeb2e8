import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import type { PipelineConfig } from '../../src/controllers/pipeline/deps.ts';
import type { StageAttempt } from '../../src/launch/port.ts';
import { BudgetUnavailable } from '../../src/models/budget/port.ts';
import { SqliteModelBudget } from '../../src/models/budget/sqlite-model-budget.ts';
import { noModels, readModels, type ModelsConfig } from '../../src/models/config/models-file.ts';
import type { OperationRecord } from '../../src/models/records/operation-record.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import { acme } from '../support/installation/objects.ts';
import { sampleRecord } from '../support/models/sample-record.ts';
import { pathOf } from '../support/pipeline/path-of.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

const painter = {
  provider: 'openai-compatible',
  model: 'flux',
  name: 'painter',
  baseUrl: 'http://models.test/v1',
  price: 0.04,
  timeoutSeconds: 90,
};

function configOf(file: unknown): ModelsConfig {
  const { config, problems } = readModels(file, (path) => path);
  expect(problems).toEqual([]);
  return config ?? noModels;
}

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;
let budget: SqliteModelBudget;
const folder = temporaryFolder();

async function open(file: unknown, config: Partial<PipelineConfig> = {}): Promise<void> {
  rig = await PipelineRig.open(systemClock, { ...config, models: configOf(file) });
  rig.deps.modelBudget = budget;
  controller = createPipelineController(rig.deps);
  await controller.start(stop.signal);
}

beforeEach(() => {
  stop = new AbortController();
  budget = new SqliteModelBudget({ file: join(folder.path, `${randomUUID()}.db`), clock: systemClock });
});

afterAll(() => {
  folder.remove();
});

afterEach(async () => {
  stop.abort();
  await controller.drain();
  budget.close();
  rig.close();
});

async function attempt(key: ObjectKey, stage: string, number = 1): Promise<StageAttempt> {
  const find = () =>
    rig.launcher.alive.find((one) => one.owner.key.name === key.name && one.stage === stage && one.attempt === number);
  await until(() => find() !== undefined);
  const found = find();
  if (found === undefined) throw new Error('the attempt has ended');
  return found;
}

/** Returns the attempt of the stage that draws, after the stages before it have ended. */
async function drawing(key: ObjectKey): Promise<StageAttempt> {
  for (const stage of ['onboarding', 'concept']) await rig.finish(await attempt(key, stage));
  return attempt(key, 'image');
}

async function store({ input }: StageAttempt, record: OperationRecord): Promise<void> {
  const file = pathOf(input.outputs[`operations/${record.port}-${record.number}.json`]);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(record));
}

async function reserved(): Promise<number> {
  const [use] = await budget.used([acme]);
  return use?.reservedMicroUsd ?? Number.NaN;
}

async function ended(key: ObjectKey): Promise<AdJob['status']> {
  await until(async () => /SUCCESS|FAILED/.test((await rig.job(key))?.status?.phase ?? ''));
  return (await rig.job(key))?.status;
}

test('a stage without models gets no allowance, no files of calls and no more time', async () => {
  await open({ copywriter: [painter] });
  const { input, deadlineSeconds } = await drawing(await rig.createJob());
  expect(input.models).toBeUndefined();
  expect(Object.keys(input.outputs).filter((name) => name.startsWith('operations/'))).toEqual([]);
  expect(deadlineSeconds).toBe(300);
});

test('a stage with models gets the time of all their calls, and files for records and results', async () => {
  await open({ image: [painter] });
  const { input, deadlineSeconds } = await drawing(await rig.createJob());
  expect(input.models).toEqual({ account: 'default/acme', allowanceMicroUsd: null });
  const files = Object.keys(input.outputs).filter((name) => name.startsWith('operations/'));
  expect(files).toEqual(
    ['image-1.json', 'image-1.bin', 'image-2.json', 'image-2.bin'].map((file) => `operations/${file}`),
  );
  expect(deadlineSeconds).toBe(300 + 2 * 90 + 20);
});

test('an attempt that takes over may read the calls of all earlier attempts', async () => {
  await open({ image: [painter] });
  const key = await rig.createJob();
  const first = await drawing(key);
  await store(first, sampleRecord({ state: 'accepted', handle: { id: 'w1' }, answer: null, endTime: null }));
  rig.launcher.end(first, { reason: 'disrupted', exitCode: null });
  const second = await attempt(key, 'image', 2);
  rig.launcher.end(second, { reason: 'disrupted', exitCode: null });
  const { input } = await attempt(key, 'image', 3);
  const earlier = Object.entries(input.inputs).filter(([name]) => name.startsWith('attempt-'));
  expect(earlier.map(([name]) => name)).toEqual(['attempt-1/operations/image-1.json']);
  expect(earlier.map(([, access]) => pathOf(access))).toEqual([pathOf(first.input.outputs['operations/image-1.json'])]);
});

test('the status shows the calls of all attempts when the stage ends', async () => {
  await open({ image: [painter] });
  const key = await rig.createJob();
  const first = await drawing(key);
  await store(first, sampleRecord({ repeats: 1, costMicroUsd: 80_000, refusals: ['lettering'] }));
  rig.launcher.end(first, { exitCode: 1 });
  const second = await attempt(key, 'image', 2);
  await store(second, sampleRecord({ number: 2 }));
  await rig.finish(second);
  const sums = { calls: 2, failed: 0, refused: 1, repeats: 1, costMicroUsd: 120_000, seconds: 8 };
  const model = { port: 'image', entry: 'painter', provider: 'openai-compatible', model: 'flux' };
  expect((await ended(key))?.modelCalls).toEqual([{ stage: 'image', ...model, ...sums }]);
});

test('a model that replaces another has calls of its own, and those of both count', async () => {
  await open({ image: [painter], budget: { usdPerDay: 0.1 } });
  const key = await rig.createJob();
  const first = await drawing(key);
  await store(first, sampleRecord({ model: 'flux-1', state: 'failed', answer: null }));
  rig.launcher.end(first, { exitCode: 1 });
  const second = await attempt(key, 'image', 2);
  expect(second.input.models?.allowanceMicroUsd).toBe(60_000);
  await store(second, sampleRecord());
  await rig.finish(second);
  expect((await ended(key))?.modelCalls).toMatchObject([
    { model: 'flux-1', calls: 1, failed: 1, costMicroUsd: 40_000 },
    { model: 'flux', calls: 1, failed: 0, costMicroUsd: 40_000 },
  ]);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 80_000, reservedMicroUsd: 0 }]);
});

test('a budget bounds the allowance of a stage, and gets back what the stage has not spent', async () => {
  await open({ image: [painter], budget: { usdPerDay: 0.1 } });
  const key = await rig.createJob();
  const launched = await drawing(key);
  expect(launched.input.models?.allowanceMicroUsd).toBe(100_000);
  await store(launched, sampleRecord({ state: 'failed', answer: null, costMicroUsd: 40_000 }));
  const message = JSON.stringify({ code: 'image_model_error', sentence: 'The model failed.' });
  rig.launcher.end(launched, { exitCode: 64, message });
  expect((await ended(key))?.error).toBe('The model failed. [image_model_error]');
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 40_000, reservedMicroUsd: 0 }]);
  const next = await drawing(await rig.createJob());
  expect(next.input.models?.allowanceMicroUsd).toBe(60_000);
});

test('an attempt that takes over may spend what the attempts before it have left', async () => {
  await open({ image: [painter], budget: { usdPerDay: 0.1 } });
  const key = await rig.createJob();
  const first = await drawing(key);
  await store(first, sampleRecord());
  rig.launcher.end(first, { exitCode: 1 });
  expect((await attempt(key, 'image', 2)).input.models?.allowanceMicroUsd).toBe(60_000);
});

test('the calls of a cancelled job count, those without a known end at their price', async () => {
  await open({ image: [painter], budget: { usdPerDay: 1 } });
  const key = await rig.createJob();
  await store(await drawing(key), sampleRecord({ state: 'started', costMicroUsd: 0, answer: null, endTime: null }));
  await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
  expect((await ended(key))?.modelCalls).toMatchObject([{ calls: 1, failed: 1, costMicroUsd: 40_000 }]);
  await until(async () => (await reserved()) === 0);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 40_000, reservedMicroUsd: 0 }]);
});

test('a cancelled job keeps its reservation while its attempt may make calls', async () => {
  await open({ image: [painter], budget: { usdPerDay: 1 } });
  const key = await rig.createJob();
  const launched = await drawing(key);
  rig.launcher.isSlowToStop = true;
  await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
  await ended(key);
  await until(() => rig.launcher.stopping.has(key.name));
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 0, reservedMicroUsd: 160_000 }]);
  await store(launched, sampleRecord());
  rig.launcher.end(launched, { exitCode: null });
  await until(async () => (await reserved()) === 0);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 40_000, reservedMicroUsd: 0 }]);
});

test('a cancelled job that is deleted at once gives back what it has not spent', async () => {
  await open({ image: [painter], budget: { usdPerDay: 1 } });
  const key = await rig.createJob();
  await store(await drawing(key), sampleRecord());
  await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
  await ended(key);
  await rig.store.delete(adJobKind, key);
  await until(async () => (await rig.job(key)) === undefined);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 40_000, reservedMicroUsd: 0 }]);
});

test('a job that is cancelled because its stage cannot be launched gives its reservation back', async () => {
  await open({ image: [painter], budget: { usdPerDay: 1 } });
  const key = await rig.createJob();
  await rig.finish(await attempt(key, 'onboarding'));
  const concept = await attempt(key, 'concept');
  rig.launcher.refusals.push(...Array.from({ length: 50 }, () => new StoreError('Forbidden', 'over quota')));
  await rig.finish(concept);
  await until(async () => (await reserved()) > 0);
  await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
  await ended(key);
  await until(async () => (await reserved()) === 0);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 0, reservedMicroUsd: 0 }]);
});

test('money that cannot be returned when a stage ends is returned after the end of the job', async () => {
  await open({ image: [painter], budget: { usdPerDay: 1 } });
  const key = await rig.createJob();
  const launched = await drawing(key);
  const settle = budget.settle.bind(budget);
  const failures = [new BudgetUnavailable('the store is down'), new BudgetUnavailable('the store is down')];
  budget.settle = (...call) => {
    const failure = failures.shift();
    return failure === undefined ? settle(...call) : Promise.reject(failure);
  };
  await store(launched, sampleRecord());
  await rig.finish(launched);
  await ended(key);
  await until(async () => (await reserved()) === 0);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 40_000, reservedMicroUsd: 0 }]);
});

test('a stage that calls no model gives its whole reservation back', async () => {
  await open({ image: [painter], budget: { usdPerDay: 1 } });
  const key = await rig.createJob();
  const launched = await drawing(key);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 0, reservedMicroUsd: 160_000 }]);
  await rig.finish(launched);
  await ended(key);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 0, reservedMicroUsd: 0 }]);
});

test('a job that is deleted while its stage waits for another attempt gives back what it has not spent', async () => {
  await open({ image: [painter], budget: { usdPerDay: 1 } });
  const key = await rig.createJob();
  const launched = await drawing(key);
  await store(launched, sampleRecord());
  await rig.store.delete(adJobKind, key);
  await until(async () => (await rig.job(key)) === undefined);
  expect(await budget.used([acme])).toEqual([{ spentMicroUsd: 40_000, reservedMicroUsd: 0 }]);
});

test('an attempt gets the files of each earlier call once, after however many attempts', async () => {
  await open({ image: [painter] });
  const key = await rig.createJob();
  let launched = await drawing(key);
  for (let number = 2; number <= 6; number += 1) {
    await store(launched, sampleRecord());
    rig.launcher.end(launched, { reason: 'disrupted', exitCode: null });
    launched = await attempt(key, 'image', number);
  }
  const earlier = Object.keys(launched.input.inputs).filter((name) => name.startsWith('attempt-'));
  expect(earlier).toEqual(['attempt-5/operations/image-1.json']);
});

test('an optional stage whose model is configured to end the job ends it', async () => {
  await open({ copywriter: [{ ...painter, whenFailed: 'fail' }] });
  const key = await rig.createJob();
  await rig.finish(await attempt(key, 'onboarding'));
  const message = JSON.stringify({ code: 'image_model_error', sentence: 'The model failed.' });
  rig.launcher.end(await attempt(key, 'concept'), { exitCode: 64, message });
  expect((await ended(key))?.error).toBe('The model failed. [image_model_error]');
});

test('a stage waits for its model without a slot, and the end of the stage before is recorded', async () => {
  await open({ image: [{ ...painter, concurrency: 1 }] }, { maxRunningJobs: 2 });
  const [first, second] = [await rig.createJob(), await rig.createJob()];
  const drawn = await drawing(first);
  for (const stage of ['onboarding', 'concept']) await rig.finish(await attempt(second, stage));
  const message = 'Waits for a model that other stages use.';
  await until(async () => (await rig.job(second))?.status?.stages?.[2]?.message === message);
  const stages = (await rig.job(second))?.status?.stages ?? [];
  expect(stages.map(({ name, state }) => `${name} ${state}`)).toEqual([
    ...['onboarding Succeeded', 'concept Succeeded', 'image Pending'],
  ]);
  const third = await rig.createJob();
  await attempt(third, 'onboarding');
  await rig.finish(drawn);
  await rig.finish(await attempt(third, 'onboarding'));
  expect((await attempt(second, 'image')).attempt).toBe(1);
  expect((await rig.job(second))?.status?.stages?.[2]?.message).toBeUndefined();
});

test('jobs that wait for a model are served in the order of their arrival', async () => {
  await open({ image: [{ ...painter, concurrency: 1 }] });
  const first = await rig.createJob();
  const drawn = await drawing(first);
  const others = [await rig.createJob(), await rig.createJob(), await rig.createJob()];
  for (const stage of ['onboarding', 'concept'])
    for (const key of others.toReversed()) await rig.finish(await attempt(key, stage));
  await rig.finish(drawn);
  for (const key of others) await rig.finish(await attempt(key, 'image'));
  const drawings = rig.launcher.started.filter(({ stage }) => stage === 'image');
  expect(drawings.map(({ owner }) => owner.key.name)).toEqual([first, ...others].map(({ name }) => name));
});
