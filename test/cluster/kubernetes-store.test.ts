import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ObjectStore } from '../../src/store/port.ts';
import { isStoreError } from '../../src/objects/store-error.ts';
import { objectStoreContract } from '../contract/object-store.ts';
import { widgets } from '../contract/widget.ts';
import { openTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';
import { WatchLog } from '../support/process/watch-log.ts';
import { compact, compactionMaxMs } from './etcd.ts';
import { forgetWidgetEvents, installWidgets, uninstallWidgets, widgetsAreCollected } from './widget-crd.ts';

jest.setTimeout(180_000 + compactionMaxMs);

let cluster: TestCluster;
let namespace: string;
let otherNamespace: string;
beforeAll(async () => {
  cluster = openTestCluster();
  const { client, store } = cluster;
  [namespace, otherNamespace] = [await cluster.namespace('a-here'), await cluster.namespace('a-there')];
  await installWidgets(client, store);
  await widgetsAreCollected(store, namespace);
});
afterAll(async () => {
  await uninstallWidgets(cluster.client);
  await cluster.close();
});

objectStoreContract('KubernetesStore', () => {
  const { client, store } = cluster;
  return Promise.resolve({
    store,
    namespace,
    otherNamespace,
    forgetPast: async () => {
      const { resourceVersion } = await store.list(widgets, { namespace });
      await forgetWidgetEvents(client, resourceVersion);
      await compact(client, resourceVersion);
    },
    close: async () => {
      for (const used of [namespace, otherNamespace]) await deleteAll(store, used);
    },
  });
});

/** Deletes all widgets of the namespace, for the next test. */
async function deleteAll(store: ObjectStore, used: string): Promise<void> {
  for (;;) {
    const { items } = await store.list(widgets, { namespace: used });
    if (items.length === 0) return;
    for (const { metadata } of items) {
      await store.patch(widgets, metadata, { metadata: { finalizers: null } }).catch(unlessGone);
      await store.delete(widgets, metadata).catch(unlessGone);
    }
  }
}

function unlessGone(error: unknown): void {
  if (!isStoreError(error, 'NotFound')) throw error;
}

describe('KubernetesStore on a cluster', () => {
  const writer = (name: string, times: number) =>
    promisify(execFile)(process.execPath, [
      ...['--no-warnings', fileURLToPath(new URL('./widget-writer.ts', import.meta.url))],
      ...[namespace, name, String(times)],
    ]);

  test('a watch delivers each write of another process', async () => {
    const { store } = cluster;
    const { metadata } = await store.create(widgets, { metadata: { namespace, name: 'told' }, spec: { size: 0 } });
    const watch = await new WatchLog(store, widgets, metadata).standing();
    await writer('told', 3);
    const heard = await watch.upTo(({ object }) => object.spec.size === 3);
    expect(heard.map(({ object }) => object.spec.size)).toEqual([1, 2, 3]);
    await watch.stop();
  });

  test('two processes that change one object concurrently lose no write', async () => {
    const key = { namespace, name: 'shared' };
    await cluster.store.create(widgets, { metadata: key, spec: { size: 0 } });
    await Promise.all([writer('shared', 20), writer('shared', 20)]);
    expect((await cluster.store.get(widgets, key))?.spec.size).toBe(40);
  });

  test('the error for a missing namespace names it', async () => {
    const wish = { metadata: { namespace: 'a-nowhere', name: 'x' }, spec: { size: 1 } };
    await expect(cluster.store.create(widgets, wish)).rejects.toMatchObject({ reason: 'NotFound' });
    await expect(cluster.store.create(widgets, wish)).rejects.toThrow('a-nowhere');
  });

  test('a read of a kind that is not served fails with Unavailable, not as a missing object', async () => {
    const gadgets = { ...widgets, plural: 'gadgets' };
    const asked = cluster.store.get(gadgets, { namespace, name: 'x' });
    await expect(asked).rejects.toMatchObject({ reason: 'Unavailable' });
  });

  test('KubernetesStore returns objects without managedFields', async () => {
    const { store } = cluster;
    const { metadata } = await store.create(widgets, { metadata: { namespace, name: 'plain' }, spec: { size: 1 } });
    expect(metadata).not.toHaveProperty('managedFields');
    const { items } = await store.list(widgets, { namespace });
    for (const item of items) expect(item.metadata).not.toHaveProperty('managedFields');
  });
});
