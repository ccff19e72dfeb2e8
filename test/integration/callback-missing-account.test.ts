import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adJobKind } from '../../src/domain/kinds.ts';
import { replayAnnotation } from '../../src/domain/labels.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { collected } from '../support/process/collected.ts';
import { until } from '../support/process/until.ts';

const minute = 60_000;
const hour = 60 * minute;

let rig: CallbackRig;
beforeEach(async () => {
  rig = await CallbackRig.open();
  rig.signingKeys = undefined;
});
afterEach(() => rig.close());

async function reasonOf(key: ObjectKey): Promise<string | undefined> {
  const job = await rig.jobs.job(key);
  return job?.status?.conditions?.find(({ type }) => type === 'CallbackDelivered')?.reason;
}

test('the callback of a missing account is abandoned after 15 minutes, and can be replayed once the account exists', async () => {
  await rig.start();
  const key = await rig.finishedJob('/orphan');
  await until(async () => (await reasonOf(key)) === 'AccountMissing');
  await rig.jobs.clock.advance(14 * minute);
  expect((await rig.delivery(key))?.state).not.toBe('abandoned');
  await rig.advanceUntil(minute, async () => (await rig.delivery(key))?.state === 'abandoned');
  expect(await reasonOf(key)).toBe('Abandoned');
  expect(rig.received).toEqual([]);
  rig.signingKeys = [rig.key];
  await rig.jobs.store.patch(adJobKind, key, { metadata: { annotations: { [replayAnnotation]: 'again' } } });
  await rig.whenState(key, 'delivered', 1);
});

test('the callback of a missing account is delivered if the account is created within 15 minutes', async () => {
  await rig.start();
  const key = await rig.finishedJob('/later');
  await until(async () => (await reasonOf(key)) === 'AccountMissing');
  await rig.jobs.clock.advance(10 * minute);
  await rig.createAccount();
  await until(async () => {
    await rig.jobs.clock.advance(minute);
    return (await reasonOf(key)) === 'SecretMissing';
  });
  await rig.jobs.clock.advance(hour);
  rig.signingKeys = [rig.key];
  await rig.advanceUntil(minute, async () => (await rig.delivery(key))?.state === 'delivered');
});

test('the callback of a missing account is abandoned in the archive too', async () => {
  await rig.close();
  rig = await CallbackRig.open({ finishedJobsMax: 0 });
  rig.signingKeys = undefined;
  const key = await rig.finishedJob('/orphan');
  await rig.jobs.pass();
  expect(await rig.jobs.job(key)).toBeUndefined();
  await rig.start();
  await rig.advanceUntil(minute, async () => (await rig.delivery(key))?.state === 'abandoned');
  expect(await collected(rig.jobs.archive.listOpenDeliveries())).toEqual([]);
});
