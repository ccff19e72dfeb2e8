import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../../test/support/installation/installation.ts';
import { buildJob, imageSpec } from '../../../test/support/pipeline/build-job.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { SpiedStore } from '../../../test/support/faults/spied-store.ts';
import { findCondition } from '../../domain/conditions.ts';
import { afterAttempt } from '../../domain/delivery.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { replayAnnotation } from '../../domain/labels.ts';
import type { ObjectEvent } from '../../events/port.ts';
import { StoreError } from '../../objects/store-error.ts';
import type { AdJob, DeliveryStatus } from '../../schema/adjob.ts';
import type { SqliteStore } from '../../store/sqlite-store.ts';
import { AdJobCallbacks } from './adjob-callbacks.ts';
import type { CallbackStore, DeliveryCondition, OpenCallback } from './callback-store.ts';

const key = { namespace: 'default', name: buildJob().metadata.name };
const clock = new FakeClock('2026-11-01T12:00:00Z');
const archived: CallbackStore = {
  load: () => Promise.resolve(undefined),
  save: () => Promise.resolve(undefined),
};

let sqlite: SqliteStore;
let store: SpiedStore;
let events: ObjectEvent[];
let callbacks: AdJobCallbacks;
beforeEach(async () => {
  sqlite = new Installation({ clock }).store;
  store = new SpiedStore(sqlite);
  events = [];
  callbacks = new AdJobCallbacks({ store, clock, events: { emit: (event) => void events.push(event) } }, archived);
  const spec = imageSpec({ callbackUrl: 'https://hooks.example.com/' });
  await store.create(adJobKind, { metadata: key, spec });
  await store.patchStatus(adJobKind, key, { status: { phase: 'SUCCESS', response: {} } });
});
afterEach(() => {
  sqlite.close();
});

const failed: DeliveryCondition = {
  status: 'False',
  reason: 'Retrying',
  message: 'Attempt 1 to deliver the callback failed (timed_out).',
};

function attempted(before: DeliveryStatus, outcome: 'failed' | 'delivered'): DeliveryStatus {
  return afterAttempt(before, { outcome, latencyMs: 1 }, { startedAt: clock.now(), now: clock.now(), random: 0.5 });
}

async function load(): Promise<OpenCallback> {
  const callback = await callbacks.load(key);
  if (callback === undefined) throw new Error('The callback is closed.');
  return callback;
}

async function object(): Promise<AdJob | undefined> {
  return store.get(adJobKind, key);
}

async function askForReplay(request: string): Promise<void> {
  await store.patch(adJobKind, key, { metadata: { annotations: { [replayAnnotation]: request } } });
}

test('an Event is emitted once after the status was written', async () => {
  const callback = await load();
  store.failNext('patchStatus', new StoreError('Conflict', 'another writer was first'), 'before');
  const change = (before: DeliveryStatus) => ({ delivery: attempted(before, 'failed'), condition: failed });
  await callbacks.save(key, callback, change);
  await callbacks.save(key, callback, change);
  const uid = (await object())?.metadata.uid;
  const reason = 'CallbackRetrying';
  expect(events).toEqual([
    { type: 'Warning', reason, message: failed.message, object: { kind: 'AdJob', ...key, uid } },
  ]);
});

test('a failed write emits no Event', async () => {
  const callback = await load();
  store.failNext('patchStatus', new StoreError('Unavailable', 'away'), 'before');
  const change = (before: DeliveryStatus) => ({ delivery: attempted(before, 'failed'), condition: failed });
  await expect(callbacks.save(key, callback, change)).rejects.toThrow('away');
  expect(events).toEqual([]);
});

test('a replay that is requested during an attempt needs another attempt', async () => {
  await askForReplay('r1');
  const callback = await load();
  await askForReplay('r1,r2');
  const saved = await callbacks.save(key, callback, (before) => ({ delivery: attempted(before, 'delivered') }));
  expect(saved).toMatchObject({ state: 'delivered', attempts: 1, replayRequest: 'r1' });
  const again = await load();
  expect(again.delivery).toMatchObject({ state: 'pending', attempts: 1 });
  await callbacks.save(key, again, (before) => ({ delivery: attempted(before, 'delivered') }));
  expect((await object())?.status?.delivery).toMatchObject({
    state: 'delivered',
    attempts: 2,
    replayRequest: 'r1,r2',
    replays: ['2026-11-01T12:00:00Z', '2026-11-01T12:00:00Z'],
  });
  expect(await callbacks.load(key)).toBeUndefined();
});

test('a replay that is requested during a failed attempt brings the next attempt forward', async () => {
  const callback = await load();
  await askForReplay('r1');
  await callbacks.save(key, callback, (before) => ({ delivery: attempted(before, 'failed') }));
  const { delivery } = await load();
  expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
  expect(delivery.nextAttemptTime).toBeUndefined();
});

test('the condition gets the time of a replay, even if the callback was delivered before and is again', async () => {
  const delivered: DeliveryCondition = { status: 'True', reason: 'Delivered', message: 'The receiver accepted it.' };
  const change = (before: DeliveryStatus) => ({ delivery: attempted(before, 'delivered'), condition: delivered });
  const time = async () => findCondition((await object())?.status?.conditions, 'CallbackDelivered')?.lastTransitionTime;
  await callbacks.save(key, await load(), change);
  const first = await time();
  await clock.advance(60_000);
  await askForReplay('r1');
  expect(await time()).toBe(first);
  await callbacks.save(key, await load(), change);
  expect(Date.parse((await time()) ?? '') - Date.parse(first ?? '')).toBe(60_000);
  expect((await object())?.status?.delivery).toMatchObject({ replayRequest: 'r1', state: 'delivered' });
});
