import { expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { ObjectStore } from '../../store/port.ts';
import { createKeyDirectory } from './key-directory.ts';
import { KeyTable } from './key-table.ts';

const metadata = {
  namespace: 'default',
  uid: 'u',
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2026-11-20T10:00:00Z',
};
const apiVersion = 'adwright.dev/v1alpha1';
const account: AdAccount = {
  apiVersion,
  kind: 'AdAccount',
  metadata: { ...metadata, name: 'acme' },
  spec: { active: true, creditGrants: [], weight: 1 },
};
const key: ApiKey = {
  apiVersion,
  kind: 'ApiKey',
  metadata: { ...metadata, name: 'web' },
  spec: { accountRef: { name: 'acme' }, secretHash: 'hash', revoked: false },
};

/** Returns a store that lists the given keys, and the number of list requests that it got. */
function listing(keys: () => ApiKey[]) {
  const asked = { times: 0 };
  const list: unknown = ({ kind }: { kind: string }) => {
    if (kind === 'ApiKey') asked.times += 1;
    return Promise.resolve({ resourceVersion: '1', items: kind === 'ApiKey' ? keys() : [account] });
  };
  return { asked, store: { list } as ObjectStore };
}

test('a watched key is found without a request to the store', async () => {
  const table = new KeyTable();
  table.setKey(key);
  table.setAccount(account);
  const { store, asked } = listing(() => []);
  expect((await createKeyDirectory(table, store, 'default', new FakeClock()).find('hash'))?.key).toBe(key);
  expect(asked.times).toBe(0);
});

test('a key that the watch has not yet shown is found', async () => {
  const { store } = listing(() => [key]);
  const directory = createKeyDirectory(new KeyTable(), store, 'default', new FakeClock());
  expect(await directory.find('hash')).toEqual({ key, account });
});

test('lookups of unknown keys list the store at most once in 200 ms', async () => {
  const clock = new FakeClock();
  const { store, asked } = listing(() => []);
  const directory = createKeyDirectory(new KeyTable(), store, 'default', clock);
  await Promise.all(Array.from({ length: 50 }, (_, index) => directory.find(`unknown-${index}`)));
  await clock.advance(199);
  await directory.find('unknown');
  expect(asked.times).toBe(1);
  await clock.advance(1);
  await directory.find('unknown');
  expect(asked.times).toBe(2);
});

test('a deleted key does not reappear from an older list', async () => {
  const clock = new FakeClock();
  let keys = [key];
  const directory = createKeyDirectory(new KeyTable(), listing(() => keys).store, 'default', clock);
  await directory.find('hash');
  keys = [];
  await clock.advance(200);
  expect(await directory.find('hash')).toBeUndefined();
});

test.each<[string, (table: KeyTable) => void]>([
  [
    'a deleted key',
    (table) => {
      table.deleteKey(key);
    },
  ],
  [
    'a rotated secret',
    (table) => {
      table.setKey({ ...key, spec: { ...key.spec, secretHash: 'new' } });
    },
  ],
  [
    'a key of a deleted account',
    (table) => {
      table.deleteAccount(account);
    },
  ],
  [
    'a key of an account that is being deleted',
    (table) => {
      table.setAccount({ ...account, metadata: { ...account.metadata, deletionTimestamp: '2026-11-20T11:00:00Z' } });
    },
  ],
])('%s is not looked up in an older list', async (_, change) => {
  const table = new KeyTable();
  const { store, asked } = listing(() => [key]);
  const clock = new FakeClock();
  const directory = createKeyDirectory(table, store, 'default', clock);
  await directory.find('unknown'); // lists the keys
  table.setKey(key);
  table.setAccount(account);
  change(table);
  await clock.advance(200); // a new list would be allowed
  expect(await directory.find('hash')).toBeUndefined();
  expect(asked.times).toBe(1);
});

test('a key that is deleted during a list request is not accepted', async () => {
  const table = new KeyTable();
  const { store } = listing(() => [key]);
  const found = createKeyDirectory(table, store, 'default', new FakeClock()).find('hash');
  table.setKey(key);
  table.deleteKey(key);
  expect(await found).toBeUndefined();
});

test('a slow list is followed by a pause of ten times its duration, and lists never overlap', async () => {
  const clock = new FakeClock();
  const { asked, store } = listing(() => []);
  const slow: unknown = async (kind: { kind: string }) => {
    if (kind.kind === 'ApiKey') await clock.sleep(1_000);
    return store.list({ ...apiKeyKind, ...kind });
  };
  const directory = createKeyDirectory(new KeyTable(), { list: slow } as ObjectStore, 'default', clock);
  void directory.find('unknown');
  await clock.advance(999);
  void directory.find('unknown');
  await clock.advance(1);
  expect(asked.times).toBe(1);
  await clock.advance(9_999);
  await directory.find('unknown');
  expect(asked.times).toBe(1);
  await clock.advance(1);
  void directory.find('unknown');
  await clock.advance(1_000);
  expect(asked.times).toBe(2);
});
