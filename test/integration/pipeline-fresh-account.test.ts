import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Clock } from '../../src/clock/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { timestamp } from '../../src/domain/timestamp.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { FlakyLedger } from '../support/faults/flaky-ledger.ts';
import { createAccount, namespace } from '../support/installation/objects.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

const account = { namespace, name: 'fresh' };
let rig: PipelineRig;
let ledger: FlakyLedger;
let stop: AbortController;
let controller: PipelineController;
let aheadMs: number;

beforeEach(async () => {
  rig = await PipelineRig.open(systemClock);
  ledger = new FlakyLedger(rig.ledger);
  aheadMs = 0;
  stop = new AbortController();
  const clock: Clock = {
    now: () => new Date(systemClock.now().getTime() + aheadMs),
    monotonicMs: () => systemClock.monotonicMs(),
    sleep: (delayMs, signal) => systemClock.sleep(delayMs, signal),
  };
  controller = createPipelineController({ ...rig.deps, clock, ledger: ledger.proxy });
  await controller.start(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

/**
 * Applies the account's grants to the ledger and records generation 1 in its status, as the accounts controller does.
 */
async function countGrants(): Promise<void> {
  await rig.ledger.grant(account, { id: 'start', amount: 5 });
  const statusCondition = {
    type: 'GrantsApplied',
    status: 'True',
    reason: 'Applied',
    message: 'All grants are applied.',
  } as const;
  const condition = { ...statusCondition, observedGeneration: 1, lastTransitionTime: timestamp(systemClock.now()) };
  await rig.store.patchStatus(adAccountKind, account, { status: { conditions: [condition] } });
}

const spec = adAccountKind.parseSpec({ creditGrants: [{ id: 'start', amount: 5 }] });
const isAskedAgain = () => ledger.calls.filter((call) => call === 'admit').length > 1;

test('a job that is created together with its account waits until the grants are in the ledger', async () => {
  await createAccount(rig, spec, account);
  const paid = await rig.applyJob(imageSpec({ accountRef: { name: account.name }, apiKeyRef: undefined }));
  await until(isAskedAgain);
  expect((await rig.job(paid))?.status).toBeUndefined();
  await countGrants();
  await until(() => rig.launcher.alive.length === 1);
  const unpaid = await rig.applyJob(imageSpec({ accountRef: { name: account.name }, apiKeyRef: undefined }));
  await until(async () => (await rig.job(unpaid))?.status?.phase === 'FAILED');
  expect((await rig.job(unpaid))?.status?.error).toContain('[insufficient_credits]');
});

test.each<[string, string, (job: ObjectKey) => unknown]>([
  ['the waiting time is over', 'insufficient_credits', () => (aheadMs = 31 * 60_000)],
  ['it is cancelled', 'cancelled', (job) => rig.store.patch(adJobKind, job, { spec: { cancel: true } })],
])("a job stops waiting for its account's grants when %s", async (_, code, end) => {
  await createAccount(rig, spec, account);
  const job = await rig.applyJob(imageSpec({ accountRef: { name: account.name }, apiKeyRef: undefined }));
  await until(isAskedAgain);
  await end(job);
  await until(async () => (await rig.job(job))?.status?.phase === 'FAILED');
  expect((await rig.job(job))?.status?.error).toContain(`[${code}]`);
});

test('a job does not wait for the grants of an account that is being deleted', async () => {
  await rig.store.create(adAccountKind, { metadata: { ...account, finalizers: ['example.com/held'] }, spec });
  await rig.store.delete(adAccountKind, account);
  const job = await rig.applyJob(imageSpec({ accountRef: { name: account.name }, apiKeyRef: undefined }));
  await until(async () => (await rig.job(job))?.status?.phase === 'FAILED');
  expect((await rig.job(job))?.status?.error).toContain('[insufficient_credits]');
});
