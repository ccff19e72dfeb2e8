import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;

async function start(): Promise<void> {
  stop = new AbortController();
  rig.registry.clear();
  controller = createPipelineController(rig.deps);
  await controller.start(stop.signal);
}

/** Does what `helm uninstall` does: stops the controller, ends its stages and removes the finalizers. */
async function uninstall(...keys: ObjectKey[]): Promise<void> {
  stop.abort();
  await controller.drain();
  rig.launcher.loseAll();
  for (const key of keys) await rig.store.patch(adJobKind, key, { metadata: { finalizers: [] } });
}

async function isHeld(key: ObjectKey): Promise<boolean> {
  return (await rig.job(key))?.metadata.finalizers?.includes('adwright.dev/cleanup') === true;
}

async function finishStages(key: ObjectKey, ...stages: string[]): Promise<void> {
  for (const stage of stages) {
    const find = () => rig.launcher.alive.find((one) => one.owner.key.name === key.name && one.stage === stage);
    await until(() => find() !== undefined);
    const launched = find();
    if (launched !== undefined) await rig.finish(launched);
  }
}

beforeEach(async () => {
  rig = await PipelineRig.open(systemClock);
  await start();
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

test('after a reinstall a finished job gets its finalizer back, and its deletion removes its files', async () => {
  const key = await rig.createJob();
  await finishStages(key, 'onboarding', 'concept', 'image');
  await until(async () => (await rig.job(key))?.status?.phase === 'SUCCESS');
  const before = (await rig.job(key))?.status;
  await uninstall(key);
  await start();
  await until(() => isHeld(key));
  expect((await rig.job(key))?.status).toEqual(before);
  await rig.store.delete(adJobKind, key);
  await until(async () => (await rig.job(key)) === undefined);
  expect(await rig.artifacts.list(`jobs/${key.name}/`)).toEqual([]);
});

test('after a reinstall an open job gets its finalizer back and continues', async () => {
  const key = await rig.createJob();
  await finishStages(key, 'onboarding');
  await until(() => rig.launcher.alive.some(({ stage }) => stage === 'concept'));
  await uninstall(key);
  await start();
  await until(() => isHeld(key));
  await finishStages(key, 'concept', 'image');
  await until(async () => (await rig.job(key))?.status?.phase === 'SUCCESS');
  expect({ hasFinalizer: await isHeld(key) }).toEqual({ hasFinalizer: true });
});

test('after a reinstall a job that was deleted meanwhile is gone and the other jobs are managed', async () => {
  const [gone, left] = [await rig.createJob(), await rig.createJob()];
  await uninstall(gone, left);
  await rig.store.delete(adJobKind, gone);
  expect(await rig.job(gone)).toBeUndefined();
  await start();
  await until(() => isHeld(left));
});
