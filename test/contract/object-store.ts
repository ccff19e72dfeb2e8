import { describe, expect, test } from '@jest/globals';
import type { StoreErrorReason } from '../../src/objects/store-error.ts';
import { deletionContract } from './object-store-deletion.ts';
import { listContract } from './object-store-list.ts';
import { watchContract } from './object-store-watch.ts';
import { StoreBench, type MakeStore, type Widget } from './store-bench.ts';
import { widgets } from './widget.ts';

/** Defines the tests that every `ObjectStore` must pass. They describe the behaviour of the Kubernetes API server. */
export function objectStoreContract(name: string, makeStore: MakeStore): void {
  describe(`${name}: ObjectStore contract`, () => {
    const bench = new StoreBench(makeStore);
    describe('creating', () => {
      creationContract(bench);
    });
    describe('changing', () => {
      changeContract(bench);
    });
    describe('deleting', () => {
      deletionContract(bench);
    });
    describe('listing', () => {
      listContract(bench);
    });
    describe('watching', () => {
      watchContract(bench);
    });
  });
}

function refusal(reason: StoreErrorReason): object {
  return { name: 'StoreError', reason };
}

function creationContract(bench: StoreBench): void {
  test('ObjectStore.create fills in the fields that the store owns', async () => {
    const made = await bench.make('a', { size: 3, labels: { app: 'x' }, annotations: { 'a.b/c': 'any text' } });
    expect(made).toEqual({
      apiVersion: widgets.apiVersion,
      kind: 'Widget',
      metadata: {
        ...bench.key('a'),
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        resourceVersion: expect.stringMatching(/./),
        generation: 1,
        creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        labels: { app: 'x' },
        annotations: { 'a.b/c': 'any text' },
      },
      spec: { size: 3 },
    });
    expect(await bench.get('a')).toEqual(made);
  });

  test('ObjectStore.create omits empty labels, annotations, finalizers and owner references', async () => {
    const { metadata } = await bench.make('a', { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] });
    expect(Object.keys(metadata).toSorted()).toEqual(
      ['name', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp'].toSorted(),
    );
  });

  test('ObjectStore.create refuses a taken name and leaves the existing object unchanged', async () => {
    const made = await bench.make('a', { size: 3 });
    await expect(bench.make('a', { size: 4 })).rejects.toMatchObject(refusal('AlreadyExists'));
    expect(await bench.get('a')).toEqual(made);
  });

  test('a name can be reused after deletion, with a new uid', async () => {
    const first = await bench.make('a');
    await bench.store.delete(widgets, bench.key('a'));
    const second = await bench.make('a');
    expect(second.metadata.uid).not.toBe(first.metadata.uid);
    expect(second.metadata.generation).toBe(1);
  });

  test('objects with the same name in two namespaces are separate', async () => {
    await bench.make('a', { size: 3 });
    await bench.make('a', { size: 4, namespace: bench.under.otherNamespace });
    expect((await bench.seen('a')).spec.size).toBe(3);
  });

  test.each(['Upper', 'under_score', '-begins', 'ends-', 'two..dots', 'x'.repeat(254)])(
    'ObjectStore.create refuses the name %j',
    async (name) => {
      await expect(bench.make(name)).rejects.toMatchObject(refusal('Invalid'));
    },
  );

  test.each<[string, Parameters<StoreBench['make']>[1]]>([
    ['a spec value that the schema forbids', { size: -1 }],
    ['an invalid label key', { labels: { 'not a key': 'x' } }],
    ['an invalid label value', { labels: { app: 'not a value' } }],
    ['an invalid annotation key', { annotations: { 'a/b/c': 'x' } }],
    ['a finalizer that is not a qualified name', { finalizers: ['not one'] }],
  ])('ObjectStore.create refuses %s and creates nothing', async (_, wish) => {
    await expect(bench.make('a', wish)).rejects.toMatchObject(refusal('Invalid'));
    expect(await bench.get('a')).toBeUndefined();
  });

  test('the error of a refused create names the invalid field', async () => {
    await expect(bench.make('a', { size: -1 })).rejects.toThrow(/spec\.size/);
  });

  test('of several concurrent creates with one name exactly one succeeds', async () => {
    const tries = await Promise.allSettled([1, 2, 3, 4].map((size) => bench.make('a', { size })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
}

function changeContract(bench: StoreBench): void {
  test('ObjectStore.patch removes nulls, replaces lists and merges the rest', async () => {
    await bench.make('a', { size: 3, note: 'n', tags: ['x', 'y'], labels: { one: '1', two: '2' } });
    const patch = { metadata: { labels: { one: null, three: '3' } }, spec: { note: null, tags: ['z'] } };
    const after = await bench.patch('a', patch);
    expect(after.spec).toEqual({ size: 3, tags: ['z'] });
    expect(after.metadata.labels).toEqual({ two: '2', three: '3' });
    expect(await bench.get('a')).toEqual(after);
  });

  test('ObjectStore.patch restores the default of a removed field', async () => {
    await bench.make('a', { size: 3 });
    expect((await bench.patch('a', { spec: { size: null } })).spec).toEqual({ size: 1 });
  });

  test.each<[string, (bench: StoreBench) => Promise<Widget>, { generation: number }]>([
    ['a change of the spec', (on) => on.patch('a', { spec: { size: 9 } }), { generation: 2 }],
    ['a change of labels', (on) => on.patch('a', { metadata: { labels: { a: 'b' } } }), { generation: 1 }],
    ['a change of the status', (on) => on.setPhase('a', 'Run'), { generation: 1 }],
  ])('%s sets a new resourceVersion and the expected generation', async (_, change, { generation }) => {
    const before = await bench.make('a');
    const after = await change(bench);
    expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion);
    expect(after.metadata.generation).toBe(generation);
    expect(after.metadata.uid).toBe(before.metadata.uid);
    expect(after.metadata.creationTimestamp).toBe(before.metadata.creationTimestamp);
  });

  test('`patch` changes only the spec and `patchStatus` only the status', async () => {
    await bench.make('a', { size: 3 });
    await bench.setPhase('a', 'Run');
    const patched = await bench.patch('a', { spec: { size: 4 }, status: { phase: 'Other' } });
    expect(patched.status).toEqual({ phase: 'Run' });
    const patch = { metadata: { labels: { a: 'b' } }, spec: { size: 5 }, status: { count: 1 } };
    const status = await bench.store.patchStatus(widgets, bench.key('a'), patch);
    expect(status.spec).toEqual({ size: 4 });
    expect(status.metadata.labels).toBeUndefined();
    expect(status.status).toEqual({ phase: 'Run', count: 1 });
  });

  test('a patch without a difference writes nothing', async () => {
    const made = await bench.make('a', { size: 3, labels: { a: 'b' } });
    const running = await bench.setPhase('a', 'Run');
    const same = { metadata: { labels: { a: 'b', gone: null } }, spec: { size: 3 } };
    expect(await bench.patch('a', same)).toEqual(running);
    expect(await bench.setPhase('a', 'Run')).toEqual(running);
    expect(running.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion);
  });

  test('a patch with an old resourceVersion is a conflict and changes nothing', async () => {
    const { metadata } = await bench.make('a', { size: 3 });
    const now = await bench.setPhase('a', 'Run');
    const { resourceVersion } = metadata;
    const patch = { metadata: { resourceVersion }, spec: { size: 4 }, status: { phase: 'Old' } };
    await expect(bench.patch('a', patch)).rejects.toMatchObject(refusal('Conflict'));
    await expect(bench.store.patchStatus(widgets, bench.key('a'), patch)).rejects.toMatchObject(refusal('Conflict'));
    expect(await bench.get('a')).toEqual(now);
  });

  test('a patch with the current resourceVersion succeeds once', async () => {
    const { metadata } = await bench.make('a');
    const patch = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { size: 4 } };
    expect((await bench.patch('a', patch)).spec.size).toBe(4);
    await expect(bench.patch('a', patch)).rejects.toMatchObject(refusal('Conflict'));
  });

  test('a patch with another uid is a conflict', async () => {
    await bench.make('a');
    const patch = { metadata: { uid: '00000000-0000-4000-8000-000000000000' }, spec: { size: 4 } };
    await expect(bench.patch('a', patch)).rejects.toMatchObject(refusal('Conflict'));
  });

  test.each<[string, Record<string, unknown>]>([
    ['a value that the schema forbids', { spec: { size: -1 } }],
    ['a value of the wrong type', { spec: { size: 'three' } }],
    ['a forbidden transition', { spec: { fixed: 'other' } }],
    ['an invalid label key', { metadata: { labels: { 'not a key': 'x' } } }],
  ])('ObjectStore.patch refuses %s and changes nothing', async (_, patch) => {
    const made = await bench.make('a', { fixed: 'first' });
    await expect(bench.patch('a', patch)).rejects.toMatchObject(refusal('Invalid'));
    expect(await bench.get('a')).toEqual(made);
  });

  test('`patchStatus` refuses a status that the schema forbids', async () => {
    await bench.make('a');
    const wrong = bench.store.patchStatus(widgets, bench.key('a'), { status: { count: 'many' } });
    await expect(wrong).rejects.toMatchObject(refusal('Invalid'));
  });

  test('concurrent increments with conflict retries are all counted', async () => {
    await bench.make('a', { size: 0 });
    await Promise.all([1, 2, 3, 4].map(() => raise(bench)));
    expect((await bench.seen('a')).spec.size).toBe(4);
  });

  test('ObjectStore.get returns undefined and writes fail with NotFound for a missing object', async () => {
    expect(await bench.get('a')).toBeUndefined();
    await expect(bench.patch('a', { spec: { size: 2 } })).rejects.toMatchObject(refusal('NotFound'));
    await expect(bench.setPhase('a', 'Run')).rejects.toMatchObject(refusal('NotFound'));
    await expect(bench.store.delete(widgets, bench.key('a'))).rejects.toMatchObject(refusal('NotFound'));
  });
}

/** Adds one to the size of a widget. Repeats this after a conflict. */
async function raise(bench: StoreBench): Promise<void> {
  for (;;) {
    const { metadata, spec } = await bench.seen('a');
    const patch = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { size: spec.size + 1 } };
    const done = await bench.patch('a', patch).catch((error: unknown) => error);
    if (!(done instanceof Error)) return;
    expect(done).toMatchObject(refusal('Conflict'));
  }
}
