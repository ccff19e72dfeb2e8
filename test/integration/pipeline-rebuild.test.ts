import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { retiredAtAnnotation } from '../../src/domain/labels.ts';
import { acme } from '../support/installation/objects.ts';
import { mirrorInto, PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;

beforeEach(async () => {
  rig = await PipelineRig.open(systemClock);
  stop = new AbortController();
  controller = createPipelineController({ ...rig.deps, expectMirror: () => undefined });
  await controller.start(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

test('a retirement recorded by a rebuild on a job that is being deleted is not overwritten', async () => {
  const key = await rig.createJob();
  for (let stage = 0; stage < 3; stage += 1) {
    await until(() => rig.launcher.alive.length > 0);
    for (const attempt of rig.launcher.alive) await rig.finish(attempt);
  }
  await until(async () => (await rig.job(key))?.status?.phase === 'SUCCESS');
  await rig.store.patch(adJobKind, key, { metadata: { finalizers: ['adwright.dev/cleanup', 'test/keep'] } });
  await rig.store.delete(adJobKind, key);
  const note = async () => (await rig.job(key))?.metadata.annotations?.[retiredAtAnnotation];
  await until(async () => (await note()) !== undefined);
  const accounts = [{ account: acme, grants: [], retired: 5, jobs: [] }];
  await rig.ledger.audit.rebuild(Readable.from(accounts), 'epoch-2');
  await rig.store.patch(adJobKind, key, { metadata: { annotations: { [retiredAtAnnotation]: '0' } } });
  mirrorInto(rig.store, rig.ledger)(acme);
  await until(async () => (await rig.job(key))?.metadata.finalizers?.length === 1);
  expect(await note()).toBe('0');
});
