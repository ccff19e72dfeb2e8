import { expect, test } from '@jest/globals';
import { FakeClock } from '../../test/support/fake-clock.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey } from '../schema/apikey.ts';
import type { ObjectStore } from '../store/port.ts';
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

/** A store that lists what it is told to, and how often it was asked for keys. */
function listing(keys: () => ApiKey[]) {
  const asked = { times: 0 };
  const list: unknown = ({ kind }: { kind: string }) => {
    if (kind === 'ApiKey') asked.times += 1;
    return Promise.resolve({ resourceVersion: '1', items: kind === 'ApiKey' ? keys() : [account] });
  };
  return { asked, store: { list } as ObjectStore };
}

test('what is watched is found without asking the store', async () => {
  const table = new KeyTable();
  table.setKey(key);
  table.setAccount(account);
  const { store, asked } = listing(() => []);
  expect((await createKeyDirectory(table, store, 'default', new FakeClock()).find('hash'))?.key).toBe(key);
  expect(asked.times).toBe(0);
});

test('a key that no watch has told yet is found', async () => {
  const { store } = listing(() => [key]);
  const directory = createKeyDirectory(new KeyTable(), store, 'default', new FakeClock());
  expect(await directory.find('hash')).toEqual({ key, account });
});

test('unknown keys cost one reading in 200 ms, however many ask', async () => {
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

test('a deleted key does not come back through a reading that is older than its deletion', async () => {
  const clock = new FakeClock();
  let keys = [key];
  const directory = createKeyDirectory(new KeyTable(), listing(() => keys).store, 'default', clock);
  await directory.find('hash');
  keys = [];
  await clock.advance(200);
  expect(await directory.find('hash')).toBeUndefined();
});
