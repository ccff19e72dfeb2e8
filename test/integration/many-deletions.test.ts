import { expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController } from '../../src/controllers/pipeline/controller.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { acme } from '../support/installation/objects.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

const count = 100;
const workers = 32;

/** Creates a job that has succeeded and was charged. */
async function chargedJob(rig: PipelineRig): Promise<ObjectKey> {
  const key = await rig.createJob();
  const { uid = '' } = (await rig.job(key))?.metadata ?? {};
  await rig.ledger.bind(key.name, { ...key, uid }, acme);
  await rig.ledger.settle(key.name, uid);
  await rig.store.patchStatus(adJobKind, key, { status: { phase: 'SUCCESS', jobId: key.name } });
  return key;
}

test('deleting 100 finished jobs at once leaves at most as many retiring charges as there are workers', async () => {
  const rig = await PipelineRig.open(systemClock);
  const stop = new AbortController();
  const keys = await Promise.all(Array.from({ length: count }, () => chargedJob(rig)));
  for (const key of keys) await rig.store.delete(adJobKind, key);
  const waiting: number[] = [];
  const ledger = aroundCalls(rig.ledger, async (name, run) => {
    const answer = await run();
    if (name === 'retire') waiting.push((await rig.ledger.balance(acme)).retiring.length);
    return answer;
  });
  const controller = createPipelineController({ ...rig.deps, ledger });
  await controller.start(stop.signal);
  await until(async () => (await rig.store.list(adJobKind)).items.length === 0);
  stop.abort();
  await controller.drain();
  expect(Math.max(...waiting)).toBeLessThanOrEqual(workers);
  expect(await rig.ledger.balance(acme)).toMatchObject({ spent: 5 * count, retired: 5 * count, retiring: [] });
  rig.close();
});
