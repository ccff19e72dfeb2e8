import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../../test/support/installation/installation.ts';
import { createAccount, namespace } from '../../../test/support/installation/objects.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { hashApiKey } from '../../domain/api-key.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import type { SqliteStore } from '../../store/sqlite-store.ts';
import { NotAllowed, type By } from '../operation.ts';
import { createKey, listKeys, revokeKey, rotateKey, updateKey } from './manage-keys.ts';

const shop = { namespace, name: 'shop' };
const admin: By = { actor: { kind: 'role', role: 'admin' } };
const ownerOf = (name: string): By => ({ actor: { kind: 'owner', accounts: [{ namespace, name }] } });
const clock = new FakeClock('2026-11-01T12:00:00Z');
let random = 1;

let store: SqliteStore;
const deps = () => ({ store, clock, random: (bytes: number) => Buffer.alloc(bytes, random) });

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
  ['an owner lists no keys of others', () => listKeys.run({ namespace }, deps(), ownerOf('beta')), { keys: [] }],
  ['keys are listed by account', () => listKeys.run({ namespace, account: 'beta' }, deps(), admin), { keys: [] }],
])('%s', async (_, run, want) => {
  expect(await run()).toMatchObject(want);
});

test('an owner cannot choose the limits of a new key', async () => {
  await expect(create({ limits: { jobReadsPerMinute: 9 } }, ownerOf('acme'))).rejects.toThrow(NotAllowed);
  expect((await store.list(apiKeyKind)).items).toHaveLength(1);
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
