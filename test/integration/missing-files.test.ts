import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import type { StageStatus } from '../../src/schema/adjob.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;
let clock: FakeClock;
let backup: string;

beforeEach(async () => {
  clock = new FakeClock();
  rig = await PipelineRig.open(clock);
  backup = await mkdtemp(join(tmpdir(), 'adwright-files-'));
  stop = new AbortController();
  controller = createPipelineController(rig.deps);
  await controller.start(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
  await rm(backup, { recursive: true });
});

const stageOf = async (key: ObjectKey, name: string): Promise<StageStatus | undefined> =>
  (await rig.job(key))?.status?.stages?.find((record) => record.name === name);

async function launchedStage(name: string): Promise<PipelineRig['launcher']['started'][number]> {
  const found = () => rig.launcher.alive.find(({ stage }) => stage === name);
  await until(() => found() !== undefined);
  const launched = found();
  if (launched === undefined) throw new Error('the stage is gone');
  return launched;
}

test('a stage waits while the files of its job are gone, runs once they are back, and no attempt is counted', async () => {
  const key = await rig.createJob();
  await rig.finish(await launchedStage('onboarding'));
  const first = await launchedStage('concept');
  const files = join(rig.home.path, 'artifacts', 'jobs');
  await cp(files, backup, { recursive: true });
  await rm(files, { recursive: true });
  rig.launcher.end(first, { exitCode: 1 });
  await until(async () => (await stageOf(key, 'concept'))?.waiting?.reason === 'FilesMissing');
  expect(await stageOf(key, 'concept')).toMatchObject({
    ...{ state: 'Pending', attempt: 1, disruptions: 1 },
    waiting: { message: expect.stringContaining('request.json') },
  });
  await clock.advance(60_000);
  expect(rig.launcher.alive).toEqual([]);

  await cp(backup, files, { recursive: true });
  await clock.advance(10_000);
  expect(await launchedStage('concept')).toMatchObject({ attempt: 2 });
  await until(async () => (await stageOf(key, 'concept'))?.state === 'Running');
  expect(await stageOf(key, 'concept')).not.toHaveProperty('waiting');
});
