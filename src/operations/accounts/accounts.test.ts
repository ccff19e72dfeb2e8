import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../../test/support/installation/installation.ts';
import { AutoAdvancingClock } from '../../../test/support/time/auto-advancing-clock.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { StoreError } from '../../objects/store-error.ts';
import type { AccountSecret, AccountSecrets } from '../../secrets/port.ts';
import type { SqliteStore } from '../../store/sqlite-store.ts';
import type { Change } from '../change.ts';
import type { By } from '../operation.ts';
import { activateAccount, createAccount, deactivateAccount, grantCredits, updateAccount } from './manage-accounts.ts';
import { listAccounts, readBalance, showAccount } from './read-accounts.ts';
import { rotateSigningSecret, showSigningSecret } from './signing-secret.ts';
import { readCallbackTest, testCallback } from './test-callback.ts';

const namespace = 'default';
const acme = { namespace, name: 'acme' };
const admin: By = { actor: { kind: 'role', role: 'admin' } };
const ownerOf = (name: string): By => ({ actor: { kind: 'owner', accounts: [{ namespace, name }] } });
const clock = new AutoAdvancingClock();
const id = '0199a3c4-5b1e-4cc2-9d1f-2f4b8a6c7d10';

let store: SqliteStore;
let secret: AccountSecret | undefined;
let secretError: StoreError | undefined;
const accountSecrets: AccountSecrets = {
  ensure: () => (secretError === undefined ? Promise.resolve() : Promise.reject(secretError)),
  read: () => Promise.resolve(secret),
  rotate: () => Promise.resolve({ current: 'whsec_new' }),
  delete: () => Promise.resolve(),
};
const ledger = {
  balance: () =>
    Promise.resolve({
      ...{ granted: 9, reserved: 0, spent: 0, retired: 0, retiring: [], available: 9 },
      position: { epoch: 'e', sequence: 1 },
    }),
  history: () => Promise.resolve({ entries: [], cursor: undefined }),
};
const deps = () => ({ store, clock, ledger, accountSecrets: () => Promise.resolve(accountSecrets), newId: () => 'id' });

beforeEach(async () => {
  store = new Installation().store;
  [secret, secretError] = [{ current: 'whsec_old' }, undefined];
  await createAccount.run({ ...acme, credits: 5, weight: 2 }, deps(), admin);
});
afterEach(() => {
  store.close();
});

const beta = { namespace, name: 'beta' };

test.each<[string, () => Promise<{ kind: string }>, object]>([
  [
    'creating an account reports its settings and first grant',
    () => createAccount.run({ ...beta, credits: 7, displayName: 'Beta' }, deps(), admin),
    {
      ...{ kind: 'done', secretProblem: undefined },
      change: {
        target: { kind: 'AdAccount', ...beta },
        after: { displayName: 'Beta', creditGrants: [{ id: 'initial-id', amount: 7 }], active: true, weight: 1 },
      },
    },
  ],
  ['creating an account refuses a taken name', () => createAccount.run(acme, deps(), admin), { kind: 'name-taken' }],
  [
    'an update reports what differs',
    () => updateAccount.run({ ...acme, weight: 2, maxRunningJobs: 3 }, deps(), admin),
    { kind: 'done', change: { before: {}, after: { maxRunningJobs: 3 } } },
  ],
  [
    'settings are removed with null',
    () => updateAccount.run({ ...acme, displayName: null, ownerKeys: null }, deps(), admin),
    { kind: 'done', change: undefined },
  ],
  [
    'an account that another admin has changed meanwhile is not overwritten',
    () => updateAccount.run({ ...acme, weight: 3, generation: 99 }, deps(), admin),
    { kind: 'changed', object: { spec: { weight: 2 } } },
  ],
  [
    'an account that no other admin has changed is updated',
    () => updateAccount.run({ ...acme, weight: 3, generation: 1 }, deps(), admin),
    { kind: 'done', object: { spec: { weight: 3 } } },
  ],
  [
    'an unknown account is not found',
    () => updateAccount.run({ ...beta, weight: 2 }, deps(), admin),
    { kind: 'not-found' },
  ],
  [
    'a grant reports only itself',
    () => grantCredits.run({ ...acme, amount: 3, note: 'paid' }, deps(), admin),
    { kind: 'done', id: 'grant-id', change: { after: { grant: { id: 'grant-id', amount: 3, note: 'paid' } } } },
  ],
  [
    'a repeated grant changes nothing',
    () => grantCredits.run({ ...acme, amount: 5, id: 'initial-id' }, deps(), admin),
    { kind: 'done', change: undefined },
  ],
  [
    'another amount under a used grant id is refused',
    () => grantCredits.run({ ...acme, amount: 6, id: 'initial-id' }, deps(), admin),
    { kind: 'other-amount', id: 'initial-id', known: { amount: 5 } },
  ],
  [
    'deactivating reports the change',
    () => deactivateAccount.run(acme, deps(), admin),
    { kind: 'done', change: { before: { active: true }, after: { active: false } } },
  ],
  [
    'activating an active account changes nothing',
    () => activateAccount.run(acme, deps(), admin),
    { kind: 'done', change: undefined },
  ],
  ['an owner sees the own account', () => showAccount.run(acme, deps(), ownerOf('acme')), { kind: 'done' }],
  [
    'an owner does not see another account',
    () => showAccount.run(acme, deps(), ownerOf('beta')),
    { kind: 'not-found' },
  ],
  [
    'an owner lists only own accounts',
    () => listAccounts.run({ namespace }, deps(), ownerOf('beta')),
    { kind: 'done', accounts: [] },
  ],
  [
    'an owner reads the own balance',
    () => readBalance.run({ ...acme, limit: 1 }, deps(), ownerOf('acme')),
    { kind: 'done', balance: { granted: 9 } },
  ],
  [
    'an owner reads no other balance',
    () => readBalance.run({ ...acme, limit: 1 }, deps(), ownerOf('beta')),
    { kind: 'not-found' },
  ],
  [
    'an owner sees the own signing secret',
    () => showSigningSecret.run(acme, deps(), ownerOf('acme')),
    { kind: 'done', secret: { current: 'whsec_old' } },
  ],
  [
    'an owner sees no other signing secret',
    () => showSigningSecret.run(acme, deps(), ownerOf('beta')),
    { kind: 'not-found' },
  ],
  [
    'an owner cannot rotate another signing secret',
    () => rotateSigningSecret.run({ ...acme, overlapMs: 0 }, deps(), ownerOf('beta')),
    { kind: 'not-found' },
  ],
  [
    'an owner cannot test callbacks of another account',
    () => testCallback.run({ ...acme, url: 'https://a.example/', id }, deps(), ownerOf('beta')),
    { kind: 'not-found' },
  ],
  [
    'the result of a test that was not requested is replaced',
    () => readCallbackTest.run({ ...acme, id }, deps(), ownerOf('acme')),
    { kind: 'replaced' },
  ],
])('%s', async (_, run, want) => {
  expect(await run()).toMatchObject(want);
});

test('an account is created although its signing secret cannot be', async () => {
  secretError = new StoreError('Forbidden', 'secrets is forbidden.');
  const outcome = await createAccount.run(beta, deps(), admin);
  expect(outcome).toMatchObject({ kind: 'done', secretProblem: 'secrets is forbidden.' });
});

test('a missing storage of signing secrets is no missing account', async () => {
  secretError = new StoreError('NotFound', 'secrets "adwright" not found.');
  await expect(showSigningSecret.run(acme, deps(), admin)).rejects.toBe(secretError);
});

test('a damaged signing secret and one of the user are not shown', async () => {
  secret = undefined;
  expect(await showSigningSecret.run(acme, deps(), admin)).toEqual({ kind: 'damaged' });
  await store.patch(adAccountKind, acme, { spec: { webhookSecretRef: { name: 'mine' } } });
  const own = { kind: 'own-secret', secret: { namespace, name: 'mine' } };
  expect(await rotateSigningSecret.run({ ...acme, overlapMs: 0 }, deps(), admin)).toEqual(own);
});

test('a rotation of the signing secret is announced without the secret', async () => {
  const changes: Change[] = [];
  const announce = (change: Change) => Promise.resolve(void changes.push(change));
  await rotateSigningSecret.run({ ...acme, overlapMs: 5 }, deps(), { ...admin, announce });
  expect(changes).toMatchObject([
    { target: { kind: 'AdAccount', ...acme }, after: { signingSecret: '(secret)', overlapMs: 5 } },
  ]);
});
