import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createCacheMetrics } from '../../src/observability/cache-metrics.ts';
import { Probes, readyAnswer } from '../../src/observability/readiness.ts';
import { watchForApi } from '../../src/roles/watch-api.ts';
import type { ObjectList } from '../../src/store/port.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite-store.ts';
import { MemoryArchive } from '../support/memory-archive.ts';
import { SpiedStore } from '../support/spied-store.ts';

/** A server that takes requests for lists and answers none. */
class SilentStore extends SpiedStore {
  override list<S, T>(): Promise<ObjectList<S, T>> {
    return new Promise(() => undefined);
  }
}

let store: SqliteStore;
beforeEach(() => {
  store = openSqliteStore({ file: ':memory:', clock: systemClock });
});
afterEach(() => {
  store.close();
});

test('a stop is not held up by a first list that never comes', async () => {
  const stop = new AbortController();
  const probes = new Probes();
  const archive = new MemoryArchive();
  const intents = { get: () => Promise.resolve(undefined) };
  const parts = { store: new SilentStore(store), namespace: undefined, clock: systemClock, probes, archive, intents };
  const caches = createCacheMetrics(new Registry());
  const watching = watchForApi({ ...parts, caches, logger: pino({ level: 'silent' }) }, stop.signal);
  stop.abort();
  await watching;
  expect(readyAnswer(probes, false).status).toBe(503);
});
