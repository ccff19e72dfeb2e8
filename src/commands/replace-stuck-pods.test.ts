import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { podKind } from '../objects/workload-kinds.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { statefulSetKind } from './stateful-set-kind.ts';
import { Installation } from '../../test/support/installation/installation.ts';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { Terminal } from '../../test/support/process/terminal.ts';
import { until } from '../../test/support/process/until.ts';

const [namespace, name] = ['ads', 'ads-redis'];
const redis = { namespace, name };
const pod = { namespace, name: 'ads-redis-0' };
const terminal = new Terminal();
let store: SqliteStore;
let clock: FakeClock;
beforeEach(() => {
  store = new Installation().store;
  clock = new FakeClock();
});
afterEach(() => {
  store.close();
});

const run = (): Promise<number> =>
  terminal.run(['replace-stuck-pods', '--stateful-set', name, '--timeout', '3s'], {
    ...{ namespace, clock, store: () => Promise.resolve(store) },
  });

async function makeStatefulSet(status: object): Promise<void> {
  await store.create(statefulSetKind, { metadata: redis, spec: { replicas: 1 } });
  await store.patchStatus(statefulSetKind, redis, { status });
}

async function makePod(revision: string, isReady: boolean): Promise<void> {
  await store.create(podKind, { metadata: { ...pod, labels: { 'controller-revision-hash': revision } }, spec: {} });
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  await store.patchStatus(podKind, pod, { status: { phase: 'Pending', conditions } });
}

test.each([
  [
    'deletes a pod of an old revision that is not ready',
    { revision: 'old', isReady: false },
    /^Deleted the pod ads-redis-0/,
  ],
  ['keeps a ready pod of an old revision', { revision: 'old', isReady: true }, /its StatefulSet replaces it/],
  ['keeps a pod of the new revision that is not ready yet', { revision: 'new', isReady: false }, /is up to date/],
])('replace-stuck-pods %s', async (what, { revision, isReady }, words) => {
  await makeStatefulSet({ observedGeneration: 1, updateRevision: 'new' });
  await makePod(revision, isReady);
  expect([await run(), terminal.err]).toEqual([0, '']);
  expect(terminal.out).toMatch(words);
  expect((await store.get(podKind, pod)) === undefined).toBe(what.startsWith('deletes'));
});

test('replace-stuck-pods waits until the StatefulSet has observed its new spec', async () => {
  await makeStatefulSet({ observedGeneration: 0, updateRevision: 'old' });
  await makePod('old', false);
  const ended = run();
  await until(() => clock.sleeping === 1);
  expect(await store.get(podKind, pod)).toBeDefined();
  await store.patchStatus(statefulSetKind, redis, { status: { observedGeneration: 1, updateRevision: 'new' } });
  await clock.advance(500);
  expect(await ended).toBe(0);
  expect(await store.get(podKind, pod)).toBeUndefined();
});

test('replace-stuck-pods exits with 5 if the StatefulSet does not observe its new spec in time', async () => {
  await makeStatefulSet({ observedGeneration: 0 });
  const ended = run();
  await until(() => clock.sleeping === 1);
  await clock.advance(3_000);
  expect(await ended).toBe(5);
  expect(terminal.err).toContain('Timed out while waiting for the status of StatefulSet ads-redis');
});

test('replace-stuck-pods exits with 3 if the StatefulSet does not exist', async () => {
  expect(await run()).toBe(3);
});
