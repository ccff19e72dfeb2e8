import { expect, test } from '@jest/globals';
import { until } from '../support/process/until.ts';
import { ownedBy, type StoreBench } from './store-bench.ts';
import { widgets } from './widget.ts';

const hold = 'contract.adwright.dev/hold';
const other = 'contract.adwright.dev/other';

/** Tests of deletion, finalizers and owners. The tests wait for garbage collection, because a store may delay it. */
export function deletionContract(bench: StoreBench): void {
  const isGone = async (name: string): Promise<boolean> => (await bench.get(name)) === undefined;
  const remove = (name: string): Promise<void> => bench.store.delete(widgets, bench.key(name));

  test('deleting an object without finalizers removes it at once', async () => {
    await bench.make('a');
    await remove('a');
    expect(await bench.get('a')).toBeUndefined();
    expect(await bench.names()).toEqual([]);
  });

  test('deleting an object with finalizers marks it; removing the last finalizer removes it', async () => {
    await bench.make('a', { finalizers: [hold, other] });
    await remove('a');
    const marked = await bench.seen('a');
    expect(marked.metadata.deletionTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await bench.patch('a', { metadata: { finalizers: [other] } });
    expect((await bench.seen('a')).metadata.finalizers).toEqual([other]);
    const last = await bench.patch('a', { metadata: { finalizers: null } });
    expect(last.metadata.uid).toBe(marked.metadata.uid);
    expect(await bench.get('a')).toBeUndefined();
  });

  test('a second deletion changes nothing', async () => {
    await bench.make('a', { finalizers: [hold] });
    await remove('a');
    const marked = await bench.get('a');
    await remove('a');
    expect(await bench.get('a')).toEqual(marked);
  });

  test('an object being deleted may change but accepts no new finalizer', async () => {
    await bench.make('a', { finalizers: [hold] });
    await remove('a');
    expect((await bench.setPhase('a', 'Ending')).status).toEqual({ phase: 'Ending' });
    await expect(bench.patch('a', { metadata: { finalizers: [hold, other] } })).rejects.toMatchObject({
      reason: 'Invalid',
    });
    expect((await bench.seen('a')).metadata.finalizers).toEqual([hold]);
  });

  test('removing the finalizers of an object that is not being deleted keeps the object', async () => {
    await bench.make('a', { finalizers: [hold] });
    const { metadata } = await bench.patch('a', { metadata: { finalizers: [] } });
    expect(metadata.finalizers).toBeUndefined();
    expect(await bench.get('a')).toBeDefined();
  });

  test('a patch cannot set or clear deletionTimestamp', async () => {
    await bench.make('a', { finalizers: [hold] });
    await remove('a');
    await bench.patch('a', { metadata: { deletionTimestamp: null, labels: { a: 'b' } } }).catch(() => undefined);
    expect((await bench.seen('a')).metadata.deletionTimestamp).toBeDefined();
  });

  test('a deletion with another uid or resourceVersion is a conflict', async () => {
    const made = await bench.make('a');
    await bench.patch('a', { spec: { size: 2 } });
    const { resourceVersion } = made.metadata;
    for (const preconditions of [{ uid: '00000000-0000-4000-8000-000000000000' }, { resourceVersion }]) {
      const deletion = bench.store.delete(widgets, bench.key('a'), { preconditions });
      await expect(deletion).rejects.toMatchObject({ reason: 'Conflict' });
    }
    const { metadata } = await bench.seen('a');
    const preconditions = { uid: metadata.uid, resourceVersion: metadata.resourceVersion };
    await bench.store.delete(widgets, bench.key('a'), { preconditions });
    expect(await bench.get('a')).toBeUndefined();
  });

  test('deleting an object also deletes its dependents and their dependents', async () => {
    const owner = await bench.make('owner');
    const child = await bench.make('child', ownedBy(owner));
    await bench.make('grandchild', ownedBy(child));
    await bench.make('stranger');
    await remove('owner');
    await until(async () => (await isGone('child')) && (await isGone('grandchild')));
    expect(await bench.names()).toEqual(['stranger']);
  });

  test('a dependent stays while finalizers hold its owner', async () => {
    const owner = await bench.make('owner', { finalizers: [hold] });
    await bench.make('child', ownedBy(owner));
    await remove('owner');
    expect((await bench.seen('child')).metadata.deletionTimestamp).toBeUndefined();
    await bench.patch('owner', { metadata: { finalizers: null } });
    await until(() => isGone('child'));
  });

  test('a dependent with finalizers is marked for deletion', async () => {
    const owner = await bench.make('owner');
    await bench.make('child', { ...ownedBy(owner), finalizers: [hold] });
    await remove('owner');
    await until(async () => (await bench.seen('child')).metadata.deletionTimestamp !== undefined);
    await bench.patch('child', { metadata: { finalizers: null } });
    expect(await bench.get('child')).toBeUndefined();
  });

  test('a dependent with a second owner stays and loses the reference to the deleted one', async () => {
    const first = await bench.make('first');
    const second = await bench.make('second');
    await bench.make('child', ownedBy(first, second));
    await remove('first');
    await until(async () => (await bench.seen('child')).metadata.ownerReferences?.length === 1);
    expect((await bench.seen('child')).metadata).toMatchObject(ownedBy(second));
    await remove('second');
    await until(() => isGone('child'));
  });

  test('orphan propagation keeps dependents and removes their owner references', async () => {
    const owner = await bench.make('owner');
    await bench.make('child', ownedBy(owner));
    await bench.store.delete(widgets, bench.key('owner'), { propagation: 'Orphan' });
    await until(() => isGone('owner'));
    const { metadata } = await bench.seen('child');
    expect(metadata.ownerReferences).toBeUndefined();
    expect(metadata.deletionTimestamp).toBeUndefined();
  });

  test('a dependent created after its owner was deleted is deleted', async () => {
    const owner = await bench.make('owner');
    await remove('owner');
    await bench.make('child', ownedBy(owner));
    await until(() => isGone('child'));
    expect({ left: await bench.names() }).toEqual({ left: [] });
  });
}
