import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/clock/system-clock.ts';
import { apiKeyKind } from '../../src/domain/kinds.ts';
import { Probes, readyAnswer } from '../../src/observability/readiness.ts';
import { watchForApi } from '../../src/roles/watch-api.ts';
import { createCacheMetrics } from '../../src/runtime/metrics.ts';
import type { ObjectList } from '../../src/store/port.ts';
import type { SqliteStore } from '../../src/store/sqlite-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { SpiedStore } from '../support/faults/spied-store.ts';

/** A store whose `list` never returns. */
class SilentStore extends SpiedStore {
  override list<S, T>(): Promise<ObjectList<S, T>> {
    return new Promise(() => undefined);
  }
}

const emptyArchive = { get: () => Promise.resolve(undefined) };

let store: SqliteStore;
beforeEach(() => {
  store = new Installation().store;
});
afterEach(() => {
  store.close();
});

test('the use of a key is written to its status', async () => {
  const stop = new AbortController();
  const clock = new FakeClock();
  const probes = new Probes();
  const intents = { get: () => Promise.resolve(undefined) };
  const parts = { store, namespace: undefined, clock, probes, archive: emptyArchive, intents };
  const name = { namespace: 'default', name: 'shop' };
  const spec = { accountRef: { name: 'acme' }, secretHash: 'a'.repeat(64), revoked: false };
  const key = await store.create(apiKeyKind, { metadata: name, spec });
  const caches = createCacheMetrics(new Registry());
  const { keyUses } = await watchForApi({ ...parts, caches, logger: pino({ level: 'silent' }) }, stop.signal);
  keyUses.note(key);
  await clock.advance(10_000);
  expect((await store.get(apiKeyKind, name))?.status).toEqual({ lastUsedTime: '2026-01-01T00:00:00Z' });
  stop.abort();
});

test('a stop does not wait for a first list that never returns', async () => {
  const stop = new AbortController();
  const probes = new Probes();
  const archive = emptyArchive;
  const intents = { get: () => Promise.resolve(undefined) };
  const parts = { store: new SilentStore(store), namespace: undefined, clock: systemClock, probes, archive, intents };
  const caches = createCacheMetrics(new Registry());
  const watching = watchForApi({ ...parts, caches, logger: pino({ level: 'silent' }) }, stop.signal);
  stop.abort();
  await watching;
  expect(readyAnswer(probes, false).status).toBe(503);
});
