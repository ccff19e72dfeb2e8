import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { changesSql } from '../../src/store/revisions.ts';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite-store.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';
import { WatchLog } from '../support/process/watch-log.ts';
import { objectStoreContract } from './object-store.ts';
import { widgets } from './widget.ts';

const eventsKept = 200;

objectStoreContract('SqliteStore', () => {
  const folder = temporaryFolder();
  const store = openSqliteStore({ file: join(folder.path, 'store.db'), clock: systemClock, eventsKept });
  return Promise.resolve({
    store,
    namespace: 'here',
    otherNamespace: 'there',
    forgetPast: () => writeMuch(store, 2 * eventsKept),
    close: () => {
      store.close();
      folder.remove();
      return Promise.resolve();
    },
  });
});

async function writeMuch(store: SqliteStore, writes: number): Promise<void> {
  const key = { namespace: 'elsewhere', name: 'busy' };
  if ((await store.get(widgets, key)) === undefined) await store.create(widgets, { metadata: key, spec: { size: 0 } });
  for (let size = 0; size < writes; size += 1) await store.patch(widgets, key, { spec: { size: size % 2 } });
}

describe('SqliteStore on disk', () => {
  const key = { namespace: 'here', name: 'a' };
  let folder: ReturnType<typeof temporaryFolder>;
  let opened: { close(): void }[];

  beforeEach(() => {
    folder = temporaryFolder();
    opened = [];
  });
  afterEach(() => {
    for (const one of opened) one.close();
    folder.remove();
  });

  const file = (): string => join(folder.path, 'data', 'store.db');
  const open = (options: Partial<SqliteStoreOptions> = {}): SqliteStore => {
    const store = openSqliteStore({ file: file(), clock: systemClock, ...options });
    opened.push(store);
    return store;
  };
  const make = (store: SqliteStore, size = 0) => store.create(widgets, { metadata: key, spec: { size } });
  const writer = (times: number) =>
    promisify(execFile)(process.execPath, [
      ...['--no-warnings', fileURLToPath(new URL('./sqlite-writer.ts', import.meta.url))],
      ...[file(), key.namespace, key.name, String(times)],
    ]);

  test('a reopened store keeps its objects and continues the version', async () => {
    const first = open();
    const made = await make(first);
    first.close();
    const second = open();
    expect(await second.get(widgets, key)).toEqual(made);
    const { metadata } = await second.patch(widgets, key, { spec: { size: 1 } });
    expect(Number(metadata.resourceVersion)).toBeGreaterThan(Number(made.metadata.resourceVersion));
  });

  test('a watch finds the next changes without reading earlier ones', () => {
    open();
    const database = new DatabaseSync(file());
    opened.push(database);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${changesSql}`).all();
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH after USING INTEGER PRIMARY KEY (rowid>?)',
      'SEARCH before USING INDEX revisions_by_end (until=?) LEFT-JOIN',
    ]);
  });

  test('a watch delivers each write of another process', async () => {
    const store = open();
    const { metadata } = await make(store);
    const { resourceVersion } = metadata;
    const watch = await new WatchLog(store, widgets, { resourceVersion }).standing();
    await writer(3);
    const heard = await watch.upTo(({ object }) => object.spec.size === 3);
    expect(heard.map(({ object }) => object.spec.size)).toEqual([1, 2, 3]);
    await watch.stop();
  });

  test('a watch from an old version delivers the 350 writes since then', async () => {
    const store = open();
    const { metadata } = await make(store);
    for (let size = 1; size <= 350; size += 1) await store.patch(widgets, key, { spec: { size } });
    const watch = new WatchLog(store, widgets, metadata);
    expect(await watch.upTo(({ object }) => object.spec.size === 350)).toHaveLength(350);
    await watch.stop();
  });

  test('two processes that change one object concurrently lose no write', async () => {
    const store = open();
    await make(store);
    await Promise.all([writer(40), writer(40)]);
    expect((await store.get(widgets, key))?.spec.size).toBe(80);
  });

  test('an idle watch sends bookmarks at intervals', async () => {
    const clock = new FakeClock();
    const store = open({ clock, bookmarkIntervalMs: 1_000 });
    const { metadata } = await make(store);
    const watch = await new WatchLog(store, widgets, metadata).standing();
    await until(() => clock.sleeping > 0);
    await clock.advance(1_000);
    await until(() => watch.bookmarks.length === 2);
    expect(watch.bookmarks).toEqual([metadata.resourceVersion, metadata.resourceVersion]);
    await watch.stop();
  });

  test('a bookmark advances past writes that the watch does not select', async () => {
    const clock = new FakeClock();
    const store = open({ clock, bookmarkIntervalMs: 1_000, eventsKept: 10 });
    const { metadata } = await make(store);
    const { resourceVersion, namespace } = metadata;
    const watch = await new WatchLog(store, widgets, { resourceVersion, namespace }).standing();
    await writeMuch(store, 100);
    await until(() => clock.sleeping > 0);
    await clock.advance(1_000);
    await until(() => watch.bookmarks.length === 2);
    const resumed = new WatchLog(store, widgets, { resourceVersion: watch.bookmarks.at(-1) ?? '', namespace });
    const { metadata: changed } = await store.patch(widgets, key, { spec: { size: 5 } });
    const heard = await resumed.upTo(({ object }) => object.metadata.resourceVersion === changed.resourceVersion);
    expect(heard).toHaveLength(1);
    await Promise.all([watch.stop(), resumed.stop()]);
  });

  test('a write to a file that another process has locked fails with Unavailable, and a later one succeeds', async () => {
    const store = open({ busyTimeoutMs: 1 });
    await make(store);
    const lock = new DatabaseSync(file());
    opened.push(lock);
    lock.exec('BEGIN IMMEDIATE');
    await expect(store.patch(widgets, key, { spec: { size: 1 } })).rejects.toMatchObject({ reason: 'Unavailable' });
    lock.exec('ROLLBACK');
    expect((await store.patch(widgets, key, { spec: { size: 2 } })).spec.size).toBe(2);
  });

  test('a write that fails halfway changes nothing', async () => {
    const store = open();
    const made = await make(store);
    const breaker = new DatabaseSync(file());
    opened.push(breaker);
    breaker.exec("CREATE TRIGGER full BEFORE INSERT ON revisions BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
    await expect(store.patch(widgets, key, { spec: { size: 1 } })).rejects.toMatchObject({ reason: 'Unavailable' });
    breaker.exec('DROP TRIGGER full');
    expect(await store.get(widgets, key)).toEqual(made);
    expect((await store.list(widgets)).resourceVersion).toBe(made.metadata.resourceVersion);
  });

  test('a closed store fails with Unavailable and ends open watches', async () => {
    const store = open();
    const { metadata } = await make(store);
    const watch = await new WatchLog(store, widgets, metadata).standing();
    store.close();
    expect(await watch.end()).toMatchObject({ reason: 'Unavailable' });
    await expect(store.get(widgets, key)).rejects.toMatchObject({ reason: 'Unavailable' });
  });

  test('a store file of a newer Adwright is refused', () => {
    open().close();
    const future = new DatabaseSync(file());
    future.exec('PRAGMA user_version = 999');
    future.close();
    expect(() => open()).toThrow('was written by a newer version of Adwright');
  });

  test('a store file that is not a database is refused', () => {
    expect(() => openSqliteStore({ file: import.meta.filename, clock: systemClock })).toThrow('Failed to use the file');
  });

  test('the store discards old revisions and keeps every current object', async () => {
    const store = open({ eventsKept: 10 });
    const made = await make(store);
    await writeMuch(store, 200);
    const rows = new DatabaseSync(file(), { readOnly: true });
    opened.push(rows);
    expect(Number(rows.prepare('SELECT count(*) AS n FROM revisions').get()?.['n'])).toBeLessThan(40);
    expect(await store.get(widgets, key)).toEqual(made);
    expect((await store.list(widgets)).items).toHaveLength(2);
  });

  test('an object above 1 MiB is refused', async () => {
    const note = 'x'.repeat(1_048_576);
    const large = open().create(widgets, { metadata: key, spec: { size: 1, note } });
    await expect(large).rejects.toMatchObject({ reason: 'Invalid' });
  });
});
