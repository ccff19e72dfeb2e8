import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { timestamp } from '../../src/domain/timestamp.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { imageSpec } from '../support/build-job.ts';
import { LeaveableLedger } from '../support/leaveable-ledger.ts';
import { namespace, PipelineRig } from '../support/pipeline-rig.ts';
import { until } from '../support/until.ts';

const account = { namespace, name: 'fresh' };
let rig: PipelineRig;
let ledger: LeaveableLedger;
let stop: AbortController;
let controller: PipelineController;

beforeEach(async () => {
  rig = await PipelineRig.open(systemClock);
  ledger = new LeaveableLedger(rig.ledger);
  stop = new AbortController();
  controller = createPipelineController({ ...rig.deps, ledger: ledger.proxy });
  await controller.start(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

/** As the controller of accounts does, of its first generation. */
async function countGrants(): Promise<void> {
  await rig.ledger.grant(account, { id: 'start', amount: 5 });
  const said = { type: 'GrantsApplied', status: 'True', reason: 'Applied', message: 'Every grant counts.' } as const;
  const condition = { ...said, observedGeneration: 1, lastTransitionTime: timestamp(systemClock.now()) };
  await rig.store.patchStatus(adAccountKind, account, { status: { conditions: [condition] } });
}

test('a job that is applied together with its account waits until the grants of it count', async () => {
  const spec = adAccountKind.parseSpec({ creditGrants: [{ id: 'start', amount: 5 }] });
  await rig.store.create(adAccountKind, { metadata: account, spec });
  const paid = await rig.applyJob(imageSpec({ accountRef: { name: account.name }, apiKeyRef: undefined }));
  await until(() => ledger.calls.filter((call) => call === 'admit').length > 1);
  expect((await rig.job(paid))?.status).toBeUndefined();
  await countGrants();
  await until(() => rig.launcher.alive.length === 1);
  const unpaid = await rig.applyJob(imageSpec({ accountRef: { name: account.name }, apiKeyRef: undefined }));
  await until(async () => (await rig.job(unpaid))?.status?.phase === 'FAILED');
  expect((await rig.job(unpaid))?.status?.error).toContain('[insufficient_credits]');
});
