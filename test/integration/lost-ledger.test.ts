import { expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController } from '../../src/controllers/pipeline/controller.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

test('a job waits unchanged while the ledger is lost, and continues after that', async () => {
  const rig = await PipelineRig.open(systemClock, {});
  const stop = new AbortController();
  let [isLost, asked] = [true, 0];
  rig.deps.isHalted = () => {
    asked += 1;
    return isLost;
  };
  const controller = createPipelineController(rig.deps);
  try {
    await controller.start(stop.signal);
    const key = await rig.createJob();
    await until(() => asked > 0);
    await rig.store.patch(adJobKind, key, { metadata: { labels: { seen: 'once-more' } } });
    await until(() => asked > 1);
    expect([(await rig.job(key))?.status?.phase, rig.launcher.alive]).toEqual([undefined, []]);
    isLost = false;
    await rig.store.patch(adJobKind, key, { metadata: { labels: { seen: 'twice-more' } } });
    await until(() => rig.launcher.alive.length === 1);
  } finally {
    stop.abort();
    await controller.drain();
    rig.close();
  }
});

test('a callback waits while the ledger is lost, uses up no attempt, and is sent after that', async () => {
  const rig = await CallbackRig.open();
  let [isLost, asked] = [true, 0];
  rig.deps.isHalted = () => {
    asked += 1;
    return isLost;
  };
  try {
    await rig.createAccount();
    await rig.start();
    const key = await rig.finishedJob('/later');
    await until(() => asked > 0);
    await rig.jobs.clock.advance(60_000);
    expect(rig.received).toEqual([]);
    isLost = false;
    await rig.advanceUntil(5_000, async () => (await rig.delivery(key))?.state === 'delivered');
    expect(await rig.delivery(key)).toMatchObject({ attempts: 1 });
  } finally {
    await rig.close();
  }
});
