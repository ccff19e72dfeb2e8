import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aroundCalls } from '../../test/support/around-calls.ts';
import { SpiedStore } from '../../test/support/spied-store.ts';
import { systemClock } from '../clock/system-clock.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectStore } from '../store/port.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import type { CommandContext } from './context.ts';
import { createNamed, modify, mustGet, notFound } from './objects.ts';

const metadata = { namespace: 'default', name: 'acme' };
let store: SqliteStore;
beforeEach(() => {
  store = openSqliteStore({ file: ':memory:', clock: systemClock });
});
afterEach(() => {
  store.close();
});

function contextOf(through: ObjectStore): CommandContext {
  return {
    namespace: 'default',
    clock: systemClock,
    store: () => Promise.resolve(through),
    ledger: () => Promise.reject(new Error('the ledger was opened')),
    accountSecrets: () => Promise.reject(new Error('the signing secrets were opened')),
    redraw: () => Promise.reject(new Error('the files were opened')),
    out: () => undefined,
    err: () => undefined,
  };
}

const create = () => createNamed(store, adAccountKind, { metadata, spec: adAccountKind.parseSpec({}) });

test.each([
  [adAccountKind, 'AdAccount "x" not found. Run `adwright accounts list` to list all.'],
  [apiKeyKind, 'ApiKey "x" not found. Run `adwright keys list` to list all.'],
  [
    adJobKind,
    'AdJob "x" not found. Run `adwright jobs list` to list all. Read an archived job with GET /jobs/{job_id}.',
  ],
])('a missing $kind exits with 3 and names the list command', (kind, message) => {
  expect(notFound(kind, 'x')).toMatchObject({ message, exitCode: 3 });
});

test('mustGet throws for an object that exists in another namespace only', async () => {
  const spec = adAccountKind.parseSpec({});
  await store.create(adAccountKind, { metadata: { namespace: 'elsewhere', name: 'acme' }, spec });
  await expect(mustGet(contextOf(store), adAccountKind, 'acme')).rejects.toMatchObject({ exitCode: 3 });
});

test('createNamed refuses a name that is taken', async () => {
  await create();
  await expect(create()).rejects.toMatchObject({ message: 'AdAccount "acme" already exists.', exitCode: 1 });
});

/** Returns the store with another writer, which changes the account before each of the first `count` patches. */
function contested(count: number): ObjectStore {
  let left = count;
  return aroundCalls<ObjectStore>(store, async (name, call) => {
    if (name === 'patch' && left > 0) {
      left -= 1;
      await store.patch(adAccountKind, metadata, { spec: { weight: 100 - left } });
    }
    return call();
  });
}

const doubleWeight = (through: ObjectStore) =>
  modify(contextOf(through), adAccountKind, 'acme', ({ spec }) => ({ weight: spec.weight * 2 }));

test('modify computes the patch again from the state that another writer left', async () => {
  await create();
  expect((await doubleWeight(contested(4))).spec.weight).toBe(200);
});

test('modify gives up after five conflicts', async () => {
  await create();
  await expect(doubleWeight(contested(5))).rejects.toMatchObject({ reason: 'Conflict' });
});

test('modify reports any other error at once', async () => {
  await create();
  let patches = 0;
  const failing = aroundCalls<ObjectStore>(store, (name, call) => {
    if (name !== 'patch') return call();
    patches += 1;
    return Promise.reject(new StoreError('Forbidden', 'No.'));
  });
  await expect(doubleWeight(failing)).rejects.toMatchObject({ reason: 'Forbidden' });
  expect(patches).toBe(1);
});

test('modify writes nothing if there is nothing to change', async () => {
  await create();
  const spied = new SpiedStore(store);
  await modify(contextOf(spied), adAccountKind, 'acme', () => undefined);
  expect(spied.calls).toEqual(['get AdAccount']);
});
