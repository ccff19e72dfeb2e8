import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { price } from '../support/installation/objects.ts';
import { AuditRig } from '../support/ledger/audit-rig.ts';

let rig: AuditRig;
beforeEach(async () => {
  rig = await AuditRig.open();
});
afterEach(() => rig.close());

test('credits that the ledger has charged for no job are reported once the difference has lasted five minutes', async () => {
  const job = await rig.job();
  await rig.ledger.settle(job.metadata.name, job.metadata.uid);
  await rig.finish(job, 'SUCCESS');
  await rig.remove(job);
  await rig.passes(5);
  expect(await rig.findings()).toEqual({});
  await rig.pass();
  expect(await rig.findings()).toEqual({ sums: 1 });
  expect(rig.lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining(`The ledger has charged ${price} credits, but successful jobs cost 0.`),
  ]);
});

test('charges are not compared with a cache that does not have every job yet', async () => {
  const job = await rig.job();
  await rig.ledger.settle(job.metadata.name, job.metadata.uid);
  await rig.finish(job, 'SUCCESS');
  rig.cache.clear();
  await rig.pass({ jobs: { ...rig.deps.jobs, isComplete: () => false } });
  await rig.passes(8);
  expect(await rig.findings()).toEqual({});
});
