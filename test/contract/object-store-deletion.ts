import { expect, test } from '@jest/globals';
import { until } from '../support/until.ts';
import { ownedBy, type StoreBench } from './store-bench.ts';
import { widgets } from './widget.ts';

const hold = 'contract.adwright.dev/hold';
const other = 'contract.adwright.dev/other';

/** Deletion, finalizers and owners. What a garbage collector does may take its time. */
export function deletionContract(bench: StoreBench): void {
  const isGone = async (name: string): Promise<boolean> => (await bench.get(name)) === undefined;
  const remove = (name: string): Promise<void> => bench.store.delete(widgets, bench.key(name));

  test('an object that nothing holds is gone at once', async () => {
    await bench.make('a');
    await remove('a');
    expect(await bench.get('a')).toBeUndefined();
    expect(await bench.names()).toEqual([]);
  });

  test('an object with finalizers is marked, and goes with the last of them', async () => {
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

  test('an object that is being deleted may still change, and takes no new finalizer', async () => {
    await bench.make('a', { finalizers: [hold] });
    await remove('a');
    expect((await bench.setPhase('a', 'Ending')).status).toEqual({ phase: 'Ending' });
    await expect(bench.patch('a', { metadata: { finalizers: [hold, other] } })).rejects.toMatchObject({
      reason: 'Invalid',
    });
    expect((await bench.seen('a')).metadata.finalizers).toEqual([hold]);
  });

  test('taking the finalizers of an object that nobody deletes leaves it there', async () => {
    await bench.make('a', { finalizers: [hold] });
    const { metadata } = await bench.patch('a', { metadata: { finalizers: [] } });
    expect(metadata.finalizers).toBeUndefined();
    expect(await bench.get('a')).toBeDefined();
  });

  test('no patch can mark or unmark', async () => {
    await bench.make('a', { finalizers: [hold] });
    await remove('a');
    await bench.patch('a', { metadata: { deletionTimestamp: null, labels: { a: 'b' } } }).catch(() => undefined);
    expect((await bench.seen('a')).metadata.deletionTimestamp).toBeDefined();
  });

  test('a deletion meant for another uid or version is a conflict', async () => {
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

  test('what an object owns goes after it, and what that owns too', async () => {
    const owner = await bench.make('owner');
    const child = await bench.make('child', ownedBy(owner));
    await bench.make('grandchild', ownedBy(child));
    await bench.make('stranger');
    await remove('owner');
    await until(async () => (await isGone('child')) && (await isGone('grandchild')));
    expect(await bench.names()).toEqual(['stranger']);
  });

  test('what is owned stays while its owner is held', async () => {
    const owner = await bench.make('owner', { finalizers: [hold] });
    await bench.make('child', ownedBy(owner));
    await remove('owner');
    expect((await bench.seen('child')).metadata.deletionTimestamp).toBeUndefined();
    await bench.patch('owner', { metadata: { finalizers: null } });
    await until(() => isGone('child'));
  });

  test('what is owned and held is marked', async () => {
    const owner = await bench.make('owner');
    await bench.make('child', { ...ownedBy(owner), finalizers: [hold] });
    await remove('owner');
    await until(async () => (await bench.seen('child')).metadata.deletionTimestamp !== undefined);
    await bench.patch('child', { metadata: { finalizers: null } });
    expect(await bench.get('child')).toBeUndefined();
  });

  test('what has another owner stays, and forgets the one that is gone', async () => {
    const first = await bench.make('first');
    const second = await bench.make('second');
    await bench.make('child', ownedBy(first, second));
    await remove('first');
    await until(async () => (await bench.seen('child')).metadata.ownerReferences?.length === 1);
    expect((await bench.seen('child')).metadata).toMatchObject(ownedBy(second));
    await remove('second');
    await until(() => isGone('child'));
  });

  test('orphans stay, without their owner', async () => {
    const owner = await bench.make('owner');
    await bench.make('child', ownedBy(owner));
    await bench.store.delete(widgets, bench.key('owner'), { propagation: 'Orphan' });
    await until(() => isGone('owner'));
    const { metadata } = await bench.seen('child');
    expect(metadata.ownerReferences).toBeUndefined();
    expect(metadata.deletionTimestamp).toBeUndefined();
  });

  test('what is made for an owner that is gone goes too', async () => {
    const owner = await bench.make('owner');
    await remove('owner');
    await bench.make('child', ownedBy(owner));
    await until(() => isGone('child'));
  });
}
