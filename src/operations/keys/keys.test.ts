import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../../test/support/installation/installation.ts';
import { createAccount, namespace } from '../../../test/support/installation/objects.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { hashApiKey } from '../../domain/api-key.ts';
import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import type { ResourceKind } from '../../objects/resource-kind.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import type { AdAccountSpec } from '../../schema/adaccount.ts';
import type { SqliteStore } from '../../store/sqlite-store.ts';
import type { By } from '../operation.ts';
import { createKey, listKeys, revokeKey, rotateKey, showKey, updateKey } from './manage-keys.ts';

const shop = { namespace, name: 'shop' };
const admin: By = { actor: { kind: 'role', role: 'admin' } };
const ownerOf = (name: string): By => ({ actor: { kind: 'owner', accounts: [{ namespace, name }] } });
const clock = new FakeClock('2026-11-01T12:00:00Z');
let random = 1;

let store: SqliteStore;
const deps = (used: Pick<SqliteStore, 'create' | 'get' | 'list' | 'patch' | 'delete'> = store) => ({
  store: used,
  clock,
  random: (bytes: number) => Buffer.alloc(bytes, random),
});

beforeEach(async () => {
  random = 1;
  store = new Installation().store;
  await createAccount({ store });
  await createKey.run({ ...shop, account: 'acme' }, deps(), admin);
  random = 2;
});
afterEach(() => {
  store.close();
});

const create = (more: object, by = admin) => createKey.run({ namespace, account: 'acme', ...more }, deps(), by);

test.each<[string, () => Promise<{ kind: string }>, object]>([
  [
    'a new key is named after its account and reported without its secret',
    () => create({ expiresAt: '2026-12-01T00:00:00Z' }),
    {
      ...{ kind: 'done', object: { metadata: { name: 'acme-02020202' } } },
      change: { target: { kind: 'ApiKey', hint: expect.stringMatching(/^adw_…/) }, after: { secretHash: '(secret)' } },
    },
  ],
  ['a taken name is refused', () => create({ name: 'shop' }), { kind: 'name-taken', name: 'shop' }],
  ['a key needs an account', () => create({ account: 'nobody' }), { kind: 'account-not-found' }],
  ['an owner creates keys', () => create({}, ownerOf('acme')), { kind: 'done' }],
  ['an owner creates no keys of others', () => create({}, ownerOf('beta')), { kind: 'account-not-found' }],
  [
    'limits are changed one by one',
    () => updateKey.run({ ...shop, limits: { jobReadsPerMinute: 3 } }, deps(), admin),
    { kind: 'done', change: { before: {}, after: { limits: { jobReadsPerMinute: 3 } } } },
  ],
  [
    'a revocation is reported',
    () => revokeKey.run(shop, deps(), ownerOf('acme')),
    { kind: 'done', change: { before: { revoked: false }, after: { revoked: true } } },
  ],
  ['an owner revokes no keys of others', () => revokeKey.run(shop, deps(), ownerOf('beta')), { kind: 'not-found' }],
  ['an owner rotates no keys of others', () => rotateKey.run(shop, deps(), ownerOf('beta')), { kind: 'not-found' }],
  [
    'an owner lists own keys',
    () => listKeys.run({ namespace }, deps(), ownerOf('acme')),
    { keys: [{ metadata: shop }] },
  ],
  [
    'a limit is removed with null',
    () => updateKey.run({ ...shop, limits: { jobReadsPerMinute: null } }, deps(), admin),
    { kind: 'done' },
  ],
  ['an owner sees an own key', () => showKey.run(shop, deps(), ownerOf('acme')), { kind: 'done' }],
  ['an owner sees no key of others', () => showKey.run(shop, deps(), ownerOf('beta')), { kind: 'not-found' }],
  ['an owner lists no keys of others', () => listKeys.run({ namespace }, deps(), ownerOf('beta')), { keys: [] }],
  ['keys are listed by account', () => listKeys.run({ namespace, account: 'beta' }, deps(), admin), { keys: [] }],
])('%s', async (_, run, want) => {
  expect(await run()).toMatchObject(want);
});

const allowOwners = (ownerKeys: AdAccountSpec['ownerKeys']) =>
  store.patch(adAccountKind, { namespace, name: 'acme' }, { spec: { ownerKeys } });

test.each<[string, AdAccountSpec['ownerKeys'], object, object]>([
  ['no limits if the admin has set none', undefined, { jobReadsPerMinute: 1 }, { max: undefined }],
  ['no limit above that of the admin', { limits: { jobReadsPerMinute: 9 } }, { jobReadsPerMinute: 10 }, { max: 9 }],
])('an owner can choose %s', async (_, ownerKeys, limits, want) => {
  await allowOwners(ownerKeys);
  const outcome = await create({ limits }, ownerOf('acme'));
  expect(outcome).toEqual({ kind: 'limit-too-high', limit: 'jobReadsPerMinute', ...want });
  expect((await store.list(apiKeyKind)).items).toHaveLength(1);
});

test('a key of an owner has the limits of the admin, or lower ones that the owner chose', async () => {
  await allowOwners({ limits: { jobReadsPerMinute: 9, imageCreatesPerMinute: 5 } });
  const outcome = await create({ limits: { jobReadsPerMinute: 3 } }, ownerOf('acme'));
  expect(outcome).toMatchObject({ object: { spec: { limits: { jobReadsPerMinute: 3, imageCreatesPerMinute: 5 } } } });
  expect(await create({ name: 'more', limits: { jobReadsPerMinute: 99 } })).toMatchObject({ kind: 'done' });
});

test('an owner has at most the number of valid keys that the admin allows', async () => {
  await allowOwners({ max: 2 });
  expect(await create({ name: 'second' }, ownerOf('acme'))).toMatchObject({ kind: 'done' });
  expect(await create({ name: 'third' }, ownerOf('acme'))).toEqual({ kind: 'too-many-keys', max: 2 });
  await revokeKey.run({ namespace, name: 'second' }, deps(), ownerOf('acme'));
  expect(await create({ name: 'third' }, ownerOf('acme'))).toMatchObject({ kind: 'done' });
  expect(await rotateKey.run({ namespace, name: 'third' }, deps(), ownerOf('acme'))).toMatchObject({ kind: 'done' });
});

test('a key too many of an owner, created while another one was created, is revoked: the dashboard may delete no keys', async () => {
  await allowOwners({ max: 2 });
  const during = {
    ...{ get: store.get.bind(store), list: store.list.bind(store), patch: store.patch.bind(store) },
    delete: () => Promise.reject(new Error('The dashboard may delete no keys.')),
    create: async <S, T>(kind: ResourceKind<S, T>, object: NewObject<S>) => {
      await create({ name: 'other' });
      return store.create(kind, object);
    },
  };
  const outcome = await createKey.run({ namespace, account: 'acme', name: 'late' }, deps(during), ownerOf('acme'));
  expect(outcome).toEqual({ kind: 'too-many-keys', max: 2 });
  expect(await store.get(apiKeyKind, { namespace, name: 'late' })).toMatchObject({ spec: { revoked: true } });
});

test('a key that another admin has changed meanwhile is not overwritten', async () => {
  const seen = (await store.get(apiKeyKind, shop))?.metadata.generation ?? 0;
  await updateKey.run({ ...shop, limits: { jobReadsPerMinute: 3 } }, deps(), admin);
  const late = { ...shop, limits: { jobReadsPerMinute: 4 }, generation: seen };
  expect(await updateKey.run(late, deps(), admin)).toMatchObject({
    ...{ kind: 'changed', object: { spec: { limits: { jobReadsPerMinute: 3 } } } },
  });
});

test('a rotation returns the new secret, keeps the old one for the overlap and reports neither', async () => {
  const before = (await store.get(apiKeyKind, shop))?.spec;
  const outcome = await rotateKey.run({ ...shop, overlapMs: 3_600_000 }, deps(), ownerOf('acme'));
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
  expect(outcome.object.spec).toMatchObject({
    secretHash: hashApiKey(outcome.secret),
    previousSecretHash: before?.secretHash,
    previousExpiresAt: '2026-11-01T13:00:00.000Z',
  });
  expect(outcome.change).toMatchObject({ before: { hint: before?.hint }, after: { hint: outcome.object.spec.hint } });
  expect(JSON.stringify(outcome.change)).not.toMatch(/[0-9a-f]{64}/);
});

test('a revoked key cannot be rotated', async () => {
  await revokeKey.run(shop, deps(), admin);
  expect(await rotateKey.run(shop, deps(), admin)).toEqual({ kind: 'revoked' });
});
