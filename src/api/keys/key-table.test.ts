import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, ApiKeySpec } from '../../schema/apikey.ts';
import type { ObjectMeta } from '../../objects/stored-object.ts';
import { KeyTable } from './key-table.ts';

const meta = (name: string): ObjectMeta => ({
  name,
  namespace: 'default',
  uid: `uid-${name}`,
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2026-11-20T10:00:00Z',
});
const apiVersion = 'adwright.dev/v1alpha1';

function key(name: string, spec: Partial<ApiKeySpec> = {}, metadata: Partial<ObjectMeta> = {}): ApiKey {
  return {
    apiVersion,
    kind: 'ApiKey',
    metadata: { ...meta(name), ...metadata },
    spec: { accountRef: { name: 'acme' }, secretHash: `hash-of-${name}`, revoked: false, ...spec },
  };
}

function account(name: string): AdAccount {
  return { apiVersion, kind: 'AdAccount', metadata: meta(name), spec: { active: true, creditGrants: [], weight: 1 } };
}

let table: KeyTable;
beforeEach(() => {
  table = new KeyTable();
  table.setAccount(account('acme'));
  table.setKey(key('web'));
});

describe('find, for a known key', () => {
  test('KeyTable.find returns a key and its account by the hash of the key', () => {
    expect(table.find('hash-of-web')).toEqual({ key: key('web'), account: account('acme') });
  });

  test('KeyTable.find also accepts the previous hash of a key', () => {
    table.setKey(key('web', { secretHash: 'new', previousSecretHash: 'hash-of-web' }));
    expect(table.find('hash-of-web')?.key.metadata.name).toBe('web');
    expect(table.find('new')?.key.metadata.name).toBe('web');
  });

  test('KeyTable.find returns a key that was added before its account', () => {
    table.setKey(key('late', { accountRef: { name: 'beta' } }));
    table.setAccount(account('beta'));
    expect(table.find('hash-of-late')?.account.metadata.name).toBe('beta');
  });
});

describe('find, for an unknown key', () => {
  test.each<[string, () => void]>([
    [
      'a key that was deleted',
      () => {
        table.deleteKey(key('web'));
      },
    ],
    [
      'a key that is being deleted',
      () => {
        table.setKey(key('web', {}, { deletionTimestamp: '2026-11-20T10:00:01Z' }));
      },
    ],
    [
      'a key by a hash that it no longer has',
      () => {
        table.setKey(key('web', { secretHash: 'new' }));
      },
    ],
    [
      'a key whose account was deleted',
      () => {
        table.deleteAccount(account('acme'));
      },
    ],
    [
      'a key whose account is being deleted',
      () => {
        const going = account('acme');
        table.setAccount({ ...going, metadata: { ...going.metadata, deletionTimestamp: '2026-11-20T10:00:01Z' } });
      },
    ],
    [
      'a key whose account is in another namespace',
      () => {
        table.setKey(key('web', {}, { namespace: 'other' }));
        table.deleteKey(key('web'));
      },
    ],
  ])('KeyTable.find does not return %s', (_, happens) => {
    happens();
    expect(table.find('hash-of-web')).toBeUndefined();
  });

  test('KeyTable.find returns nothing for a hash that no key has', () => {
    expect(table.find('')).toBeUndefined();
  });
});
