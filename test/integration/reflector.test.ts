import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { systemClock } from '../../src/clock/system-clock.ts';
import { keyText } from '../../src/objects/object-key.ts';
import { Reflector } from '../../src/runtime/reflector.ts';
import type { ObjectStore, WatchEvent, WatchOptions } from '../../src/store/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { ResourceKind } from '../../src/objects/resource-kind.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { StoreBench, type MakeStore } from '../contract/store-bench.ts';
import { playWidgetMoves, widgetMoves } from '../contract/widget-moves.ts';
import { widgets } from '../contract/widget.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

/** Opens a store that keeps so few events that an interrupted watch is often too old to resume. */
const makeForgetfulStore: MakeStore = () => {
  const folder = temporaryFolder();
  const store = openSqliteStore({ file: join(folder.path, 'store.db'), clock: systemClock, eventsKept: 6 });
  const close = (): Promise<void> => {
    store.close();
    folder.remove();
    return Promise.resolve();
  };
  return Promise.resolve({
    store,
    namespace: 'here',
    otherNamespace: 'there',
    forgetPast: () => Promise.resolve(),
    close,
  });
};

const cuts = ['ends', 'fails'] as const;
type Cut = (typeof cuts)[number];

/** A store whose watches can be interrupted. */
class CuttableStore implements Pick<ObjectStore, 'list' | 'watch'> {
  readonly list: ObjectStore['list'];
  private readonly inner: ObjectStore;
  private current = new AbortController();

  constructor(inner: ObjectStore) {
    this.inner = inner;
    this.list = inner.list.bind(inner);
  }

  cut(how: Cut): void {
    this.current.abort(how);
    this.current = new AbortController();
  }

  async *watch<S, T>(
    kind: ResourceKind<S, T>,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<S, T>, void, undefined> {
    const { signal } = this.current;
    yield* this.inner.watch(kind, { ...options, signal: AbortSignal.any([options.signal, signal]) });
    if (signal.reason === 'fails') throw new StoreError('Unavailable', 'The watch was cut.');
  }
}

describe('Reflector on a store with a short history', () => {
  const bench = new StoreBench(makeForgetfulStore);
  const logger = { debug: () => undefined, warn: () => undefined, error: () => undefined };

  test.each<[string, { fieldSelector?: string }]>([
    ['everything', {}],
    ['the objects that match a selector', { fieldSelector: 'status.phase!=Phase1' }],
  ])('a reflector ends with %s after random writes and interrupted watches', async (_, fields) => {
    const select = { namespace: bench.under.namespace, ...fields };
    const backoff = { baseMs: 1, maxMs: 2 };
    const steps = fc.array(fc.oneof(fc.constantFrom(...widgetMoves), fc.constantFrom(...cuts)), { maxLength: 40 });
    const property = fc.asyncProperty(steps, async (all) => {
      const store = new CuttableStore(bench.store);
      const told = new Map<string, string>();
      const reflector = new Reflector({
        ...{ store, kind: widgets, select, clock: systemClock, logger, pageSize: 2, backoff },
        transform: (widget) => widget.metadata.resourceVersion,
      });
      reflector.cache.onChange((change) => {
        if (change.type === 'deleted') told.delete(keyText(change.key));
        else told.set(keyText(change.key), change.view);
      });
      const stop = new AbortController();
      const ended = reflector.run(stop.signal);
      for (const step of all) {
        if (step === 'ends' || step === 'fails') store.cut(step);
        else await playWidgetMoves(bench, [step]);
      }
      const last = await playWidgetMoves(bench, []);
      await until(() => reflector.cache.get(last.metadata) === last.metadata.resourceVersion);
      const { items } = await bench.store.list(widgets, select);
      stop.abort();
      await ended;
      const want = items.map(({ metadata }) => [keyText(metadata), metadata.resourceVersion] as const);
      expect([...told].toSorted()).toEqual(want.toSorted());
      expect([...reflector.cache.values()].toSorted()).toEqual([...told.values()].toSorted());
    });
    await fc.assert(property, { numRuns: 40 });
  });
});
