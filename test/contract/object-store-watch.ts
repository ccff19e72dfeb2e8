import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eventLines, stateOf } from '../support/process/watch-log.ts';
import type { StoreBench, Widget } from './store-bench.ts';
import { playWidgetMoves, widgetMoves } from './widget-moves.ts';
import { widgets } from './widget.ts';

export function watchContract(bench: StoreBench): void {
  test('the first event of a watch is a bookmark', async () => {
    const watch = await bench.watch(await bench.version()).standing();
    expect(watch.first).toMatchObject({ type: 'BOOKMARK' });
    expect(watch.events).toEqual([]);
  });

  test('a watch delivers every change after its version in order, with the state of that moment', async () => {
    await bench.make('before');
    const from = await bench.version();
    const made = await bench.make('a', { size: 3 });
    const changed = await bench.patch('a', { spec: { size: 4 } });
    const running = await bench.setPhase('a', 'Run');
    await bench.store.delete(widgets, bench.key('a'));
    const heard = await bench.watch(from).upTo(({ type }) => type === 'DELETED');
    expect(eventLines(heard)).toEqual(['ADDED a', 'MODIFIED a', 'MODIFIED a', 'DELETED a']);
    expect(heard.slice(0, 3).map(({ object }) => object)).toEqual([made, changed, running]);
    const last = heard.at(-1)?.object;
    expect(last).toMatchObject({ spec: running.spec, status: running.status, metadata: { uid: made.metadata.uid } });
    expect(last?.metadata.resourceVersion).not.toBe(running.metadata.resourceVersion);
  });

  test('an open watch delivers new changes', async () => {
    const watch = await bench.watch(await bench.version()).standing();
    const made = await bench.make('a');
    expect(eventLines(await watch.upTo(stateOf(made)))).toEqual(['ADDED a']);
  });

  test('a watch delivers no event for a patch that changes nothing', async () => {
    await bench.make('a', { size: 3 });
    const from = await bench.version();
    await bench.patch('a', { spec: { size: 3 } });
    const last = await bench.make('b');
    expect(eventLines(await bench.watch(from).upTo(stateOf(last)))).toEqual(['ADDED b']);
  });

  test('a watch reports a recreated object as DELETED and ADDED', async () => {
    const from = await bench.version();
    await bench.make('a');
    await bench.store.delete(widgets, bench.key('a'));
    const second = await bench.make('a');
    expect(eventLines(await bench.watch(from).upTo(stateOf(second)))).toEqual(['ADDED a', 'DELETED a', 'ADDED a']);
  });

  test('a watch reports a deletion held by finalizers as MODIFIED, and the removal as DELETED', async () => {
    await bench.make('a', { finalizers: ['contract.adwright.dev/hold'] });
    const from = await bench.version();
    await bench.store.delete(widgets, bench.key('a'));
    await bench.patch('a', { metadata: { finalizers: null } });
    const heard = await bench.watch(from).upTo(({ type }) => type === 'DELETED');
    expect(eventLines(heard)).toEqual(['MODIFIED a', 'DELETED a']);
    expect(heard.every(({ object }) => object.metadata.deletionTimestamp !== undefined)).toBe(true);
  });

  const label = (on: StoreBench, done: string): Promise<Widget> => on.patch('a', { metadata: { labels: { done } } });
  test.each<[string, { labelSelector?: string; fieldSelector?: string }, typeof label]>([
    ['a field', { fieldSelector: 'status.phase!=yes' }, (on, phase) => on.setPhase('a', phase)],
    ['a label', { labelSelector: 'done!=yes' }, label],
  ])(
    'a watch selected by %s sends DELETED when an object stops matching and ADDED when it matches again',
    async (_, select, write) => {
      const from = await bench.version();
      await bench.make('a');
      const stopped = await write(bench, 'yes');
      await bench.patch('a', { spec: { size: 7 } }); // no event: the object still does not match
      const again = await write(bench, 'no');
      const heard = await bench.watch(from, select).upTo(stateOf(again));
      expect(eventLines(heard)).toEqual(['ADDED a', 'DELETED a', 'ADDED a']);
      expect(heard[1]?.object.metadata.resourceVersion).toBe(stopped.metadata.resourceVersion);
      expect(await bench.get('a')).toEqual(again);
    },
  );

  test('a watch of a namespace omits events of other namespaces', async () => {
    const from = await bench.version();
    await bench.make('elsewhere', { namespace: bench.under.otherNamespace });
    const here = await bench.make('here');
    expect(eventLines(await bench.watch(from).upTo(stateOf(here)))).toEqual(['ADDED here']);
  });

  test('a watch resumes from any event without a gap or a repetition', async () => {
    const from = await bench.version();
    const last = await playWidgetMoves(bench, ['make a', 'change a', 'make b', 'delete a', 'make a', 'phase b']);
    const whole = await bench.watch(from).upTo(stateOf(last));
    expect(whole).toHaveLength(8);
    for (const [at, { object }] of whole.slice(0, -1).entries()) {
      const rest = await bench.watch(object.metadata.resourceVersion).upTo(stateOf(last));
      expect(rest).toEqual(whole.slice(at + 1));
    }
  });

  test('a watch ends without an error when its signal aborts', async () => {
    const watch = await bench.watch(await bench.version()).standing();
    expect(await watch.stop()).toBeUndefined();
  });

  test('a watch from a discarded version fails with Expired', async () => {
    const from = await bench.version();
    await bench.make('a');
    await bench.under.forgetPast();
    expect(await bench.watch(from).end()).toMatchObject({ name: 'StoreError', reason: 'Expired' });
  });

  test('a watch from a current list works right after old versions were discarded', async () => {
    await bench.under.forgetPast();
    const watch = bench.watch(await bench.version());
    const made = await bench.make('a');
    expect(eventLines(await watch.upTo(stateOf(made)))).toEqual(['ADDED a']);
  });

  test('applying watch events to a copy makes it equal to a list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...widgetMoves), { maxLength: 20 }), async (moves) => {
        const from = await bench.version();
        const { items } = await bench.store.list(widgets, { namespace: bench.under.namespace });
        const last = await playWidgetMoves(bench, moves);
        const copy = new Map(items.map((item) => [item.metadata.name, item]));
        for (const { type, object } of await bench.watch(from).upTo(stateOf(last))) {
          if (type === 'DELETED') copy.delete(object.metadata.name);
          else copy.set(object.metadata.name, object);
        }
        const { items: want } = await bench.store.list(widgets, { namespace: bench.under.namespace });
        expect([...copy.values()].toSorted(byName)).toEqual(want);
      }),
      { numRuns: 25 },
    );
  });
}

function byName(a: Widget, b: Widget): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
