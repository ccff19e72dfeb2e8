import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../test/support/installation/installation.ts';
import { acme, createAccount } from '../../test/support/installation/objects.ts';
import { aroundCalls } from '../../test/support/faults/around-calls.ts';
import { SpiedStore } from '../../test/support/faults/spied-store.ts';
import { adAccountKind, apiKeyKind } from '../domain/kinds.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectStore } from '../store/port.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import type { Change } from './change.ts';
import type { By } from './operation.ts';
import { accounts, apiKeys } from './resource.ts';
import { createObject, editObject } from './write-object.ts';

const by: By = { actor: { kind: 'role', role: 'admin' } };
let store: SqliteStore;
beforeEach(() => {
  store = new Installation().store;
});
afterEach(() => {
  store.close();
});

const create = () => createAccount({ store });
const weightOf = async () => (await store.get(adAccountKind, acme))?.spec.weight;

/** Returns the store with another writer, which changes the account before each of the first `count` patches. */
function contested(count: number): ObjectStore {
  let left = count;
  return aroundCalls<ObjectStore>(store, async (name, call) => {
    if (name === 'patch' && left > 0) {
      left -= 1;
      await store.patch(adAccountKind, acme, { spec: { weight: 100 - left } });
    }
    return call();
  });
}

const doubleWeight = (through: ObjectStore, as: By = by) =>
  editObject({ store: through, by: as }, accounts, acme, ({ spec }) => ({
    edit: { spec: { weight: spec.weight * 2 } },
  }));

test('editObject computes the patch again from the state that another writer left', async () => {
  await create();
  await doubleWeight(contested(4));
  expect(await weightOf()).toBe(200);
});

test('editObject gives up after eight conflicts', async () => {
  await create();
  await expect(doubleWeight(contested(8))).rejects.toMatchObject({
    reason: 'Unavailable',
    message: 'AdAccount default/acme had 8 write conflicts in a row.',
  });
});

test('editObject reports any other error at once', async () => {
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

test('editObject writes nothing if there is nothing to change', async () => {
  await create();
  const spied = new SpiedStore(store);
  const outcome = await editObject({ store: spied, by }, accounts, acme, () => ({ edit: {} }));
  expect(outcome).toMatchObject({ kind: 'done', change: undefined });
  expect(spied.calls).toEqual(['get AdAccount']);
});

const owner = (name: string): By => ({ actor: { kind: 'owner', accounts: [{ namespace: 'default', name }] } });

test.each<[string, Parameters<typeof editObject>[2], By, 'done' | 'not-found']>([
  ['an object of another namespace', { ...acme, namespace: 'elsewhere' }, by, 'not-found'],
  ['an object with another uid', { ...acme, uid: 'other' }, by, 'not-found'],
  ['an object that is being deleted, if it must be live', { ...acme, isLive: true }, by, 'not-found'],
  ['an object that is being deleted', acme, by, 'done'],
  ['an object of the owner', acme, owner('acme'), 'done'],
  ['an object of another owner', acme, owner('beta'), 'not-found'],
])('%s counts as found or missing', async (_, wanted, as, kind) => {
  const spec = adAccountKind.parseSpec({});
  await store.create(adAccountKind, { metadata: { ...acme, finalizers: ['adwright.dev/cleanup'] }, spec });
  await store.delete(adAccountKind, acme);
  const outcome = await editObject({ store, by: as }, accounts, wanted, () => ({ edit: { spec: { weight: 9 } } }));
  expect([outcome.kind, await weightOf()]).toEqual([kind, kind === 'done' ? 9 : 1]);
});

test('a change names its target, only the fields that differ, and no secret', async () => {
  const hash = 'a'.repeat(64);
  const spec = { accountRef: { name: 'acme' }, secretHash: hash, hint: 'adw_…abcd', revoked: false };
  const made = await createObject({ store, by }, apiKeys, { metadata: acme, spec });
  const target = { kind: 'ApiKey', ...acme, uid: made?.object.metadata.uid, hint: 'adw_…abcd', account: 'acme' };
  const limits = { jobReadsPerMinute: 5 };
  expect(made?.change).toEqual({ target, after: { ...spec, secretHash: '(secret)' } });
  const edit = (patch: Record<string, unknown>) =>
    editObject({ store, by }, apiKeys, acme, () => ({ edit: { spec: patch } }));
  expect(await edit({ limits, revoked: false })).toMatchObject({ change: { target, before: {}, after: { limits } } });
  expect(await edit({ limits: { videoCreatesPerMinute: 2 } })).toMatchObject({
    change: { before: { limits }, after: { limits: { ...limits, videoCreatesPerMinute: 2 } } },
  });
  expect(await edit({ secretHash: 'b'.repeat(64) })).toMatchObject({
    change: { before: { secretHash: '(secret)' }, after: { secretHash: '(secret)' } },
  });
  expect(await edit({ revoked: false })).toMatchObject({ kind: 'done', change: undefined });
});

test('a change is announced before each attempt to write it, with annotations for the same write', async () => {
  await create();
  const announced: [weight: unknown, stored: number | undefined][] = [];
  const announce = async ({ after }: Change) => {
    announced.push([after?.['weight'], await weightOf()]);
    return { 'adwright.dev/by': 'ada' };
  };
  await doubleWeight(contested(1), { ...by, announce });
  expect(announced).toEqual([
    [2, 1],
    [200, 100],
  ]);
  expect((await store.get(adAccountKind, acme))?.metadata.annotations).toEqual({ 'adwright.dev/by': 'ada' });
});

test('a change that cannot be announced is not made', async () => {
  await create();
  const announce = () => Promise.reject(new Error('the audit log is full'));
  await expect(doubleWeight(store, { ...by, announce })).rejects.toThrow('full');
  const metadata = { ...acme, name: 'beta' };
  const spec = adAccountKind.parseSpec({});
  await expect(createObject({ store, by: { ...by, announce } }, accounts, { metadata, spec })).rejects.toThrow('full');
  expect([await weightOf(), await store.get(adAccountKind, metadata)]).toEqual([1, undefined]);
});

test('createObject refuses a name that is taken', async () => {
  await create();
  const spec = adAccountKind.parseSpec({});
  expect(await createObject({ store, by }, accounts, { metadata: acme, spec })).toBeUndefined();
  expect((await store.list(apiKeyKind)).items).toEqual([]);
});
