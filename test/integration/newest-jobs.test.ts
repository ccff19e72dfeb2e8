import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { jobByUid, newestJobs } from '../../src/operations/jobs/store-jobs.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { ListOptions } from '../../src/store/port.ts';
import type { SqliteStore } from '../../src/store/sqlite-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { SpiedStore } from '../support/faults/spied-store.ts';

const namespace = 'default';

let store: SqliteStore;
let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
  store = new Installation({ clock }).store;
});
afterEach(() => {
  store.close();
});

/** Creates jobs, one per second. Returns the store with pages of two objects, and the options of its `list` calls. */
async function stored(...names: string[]): Promise<{ paged: SpiedStore; asked: (ListOptions | undefined)[] }> {
  for (const name of names) {
    await store.create(adJobKind, { metadata: { namespace, name }, spec: imageSpec() });
    await clock.advance(1_000);
  }
  const paged = new SpiedStore(store);
  const asked: (ListOptions | undefined)[] = [];
  paged.list = (kind, options) => {
    asked.push(options);
    return store.list(kind, { ...options, limit: 2 });
  };
  return { paged, asked };
}

test('`newestJobs` returns the newest wanted jobs of all pages, newest first', async () => {
  const { paged, asked } = await stored('e', 'a', 'c', 'unwanted', 'b', 'd');
  const found = await newestJobs(paged, namespace, {
    limit: 3,
    isWanted: ({ metadata }) => metadata.name.length === 1,
  });
  expect(found.map(({ metadata }) => metadata.name)).toEqual(['d', 'b', 'c']);
  expect(asked.map((options) => options?.limit)).toEqual([500, 500, 500]);
});

test('`newestJobs` sorts jobs of the same second by name', async () => {
  for (const name of ['b', 'c', 'a']) {
    await store.create(adJobKind, { metadata: { namespace, name }, spec: imageSpec() });
  }
  const found = await newestJobs(store, namespace, { limit: 50, isWanted: () => true });
  expect(found.map(({ metadata }) => metadata.name)).toEqual(['c', 'b', 'a']);
});

test('`jobByUid` reads pages only until it finds the job', async () => {
  const { paged, asked } = await stored('a', 'b', 'c', 'd', 'e');
  const uid = (await store.get(adJobKind, { namespace, name: 'c' }))?.metadata.uid ?? '';
  expect((await jobByUid(paged, namespace, uid))?.metadata.name).toBe('c');
  expect(asked).toHaveLength(2);
  expect(await jobByUid(paged, namespace, 'none')).toBeUndefined();
});
