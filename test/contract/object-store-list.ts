import { expect, test } from '@jest/globals';
import type { ObjectList } from '../../src/store/port.ts';
import type { StoreBench } from './store-bench.ts';
import { widgets, type WidgetSpec, type WidgetStatus } from './widget.ts';

export function listContract(bench: StoreBench): void {
  const page = (limit: number, continueToken?: string): Promise<ObjectList<WidgetSpec, WidgetStatus>> => {
    const { namespace } = bench.under;
    return bench.store.list(widgets, { namespace, limit, ...(continueToken !== undefined && { continueToken }) });
  };

  test.each<[string, { labelSelector?: string; fieldSelector?: string }, string[]]>([
    ['nothing', {}, ['a', 'b', 'c']],
    ['a label value', { labelSelector: 'app=x' }, ['a', 'b']],
    ['a label value that must differ', { labelSelector: 'app!=x' }, ['c']],
    ['a set of label values', { labelSelector: 'tier in (front,back)' }, ['a', 'b']],
    ['a set of label values that must differ', { labelSelector: 'tier notin (front)' }, ['b', 'c']],
    ['an existing label', { labelSelector: 'tier' }, ['a', 'b']],
    ['a missing label', { labelSelector: '!tier' }, ['c']],
    ['several', { labelSelector: 'app=x,tier!=front' }, ['b']],
    ['a name', { fieldSelector: 'metadata.name=b' }, ['b']],
    ['a status field', { fieldSelector: 'status.phase=Done' }, ['b']],
    ['a status field that must differ', { fieldSelector: 'status.phase!=Done' }, ['a', 'c']],
    ['an empty status field', { fieldSelector: 'status.phase=' }, ['a']],
    ['labels and fields', { labelSelector: 'app=x', fieldSelector: 'status.phase!=Done' }, ['a']],
  ])('ObjectStore.list selects by %s', async (_, select, want) => {
    await bench.make('a', { labels: { app: 'x', tier: 'front' } });
    await bench.make('b', { labels: { app: 'x', tier: 'back' } });
    await bench.make('c');
    await bench.setPhase('b', 'Done');
    await bench.setPhase('c', 'Run');
    expect(await bench.names(select)).toEqual(want);
  });

  test.each([{ labelSelector: 'a in b' }, { fieldSelector: 'spec.size=1' }, { fieldSelector: 'status.phase' }])(
    'ObjectStore.list refuses the selector %j',
    async (select) => {
      await expect(bench.names(select)).rejects.toMatchObject({ reason: 'Invalid' });
    },
  );

  test('ObjectStore.list without a namespace returns objects of all namespaces', async () => {
    const here = await bench.make('a');
    const there = await bench.make('a', { namespace: bench.under.otherNamespace });
    const { items } = await bench.store.list(widgets);
    const uids = items.map(({ metadata }) => metadata.uid);
    expect(uids).toEqual(expect.arrayContaining([here.metadata.uid, there.metadata.uid]));
    expect(await bench.names()).toEqual(['a']);
  });

  test('pages of a list continue from one namespace to the next', async () => {
    const { otherNamespace } = bench.under;
    const made = [await bench.make('b'), await bench.make('a', { namespace: otherNamespace })];
    const seen: string[] = [];
    let list = await bench.store.list(widgets, { limit: 1 });
    while (list.continueToken !== undefined) {
      seen.push(...list.items.map(({ metadata }) => metadata.uid));
      list = await bench.store.list(widgets, { limit: 1, continueToken: list.continueToken });
    }
    seen.push(...list.items.map(({ metadata }) => metadata.uid));
    expect(seen).toEqual(expect.arrayContaining(made.map(({ metadata }) => metadata.uid)));
  });

  test('all pages of a list show the state at the first page despite later writes', async () => {
    const before = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) before.push(await bench.make(name));
    const first = await page(2);
    await bench.patch('c', { spec: { size: 9 } });
    await bench.store.delete(widgets, bench.key('d'));
    await bench.make('cc');
    const second = await page(2, first.continueToken);
    await bench.make('d');
    const third = await page(2, second.continueToken);
    expect([...first.items, ...second.items, ...third.items]).toEqual(before);
    expect([second.resourceVersion, third.resourceVersion]).toEqual([first.resourceVersion, first.resourceVersion]);
    expect(third.continueToken).toBeUndefined();
  });

  test('a watch from the version of a paged list includes writes made while paging', async () => {
    await bench.make('a');
    await bench.make('b');
    const first = await page(1);
    const late = await bench.patch('a', { spec: { size: 2 } });
    const second = await page(1, first.continueToken);
    const heard = await bench
      .watch(second.resourceVersion)
      .upTo(({ object }) => object.metadata.resourceVersion === late.metadata.resourceVersion);
    expect(heard).toHaveLength(1);
  });

  test('an old continue token fails with Expired', async () => {
    await bench.make('a');
    await bench.make('b');
    const { continueToken } = await page(1);
    await bench.patch('a', { spec: { size: 2 } });
    await bench.under.forgetPast();
    await expect(page(1, continueToken)).rejects.toMatchObject({ reason: 'Expired' });
  });

  test('ObjectStore.list refuses a continue token that it did not issue', async () => {
    await expect(page(1, 'nonsense')).rejects.toMatchObject({ name: 'StoreError' });
  });
}
