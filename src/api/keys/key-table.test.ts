import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, ApiKeySpec } from '../../schema/apikey.ts';
import type { ObjectMeta } from '../../store/port.ts';
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

describe('a key is found', () => {
  test('by its hash, with its account', () => {
    expect(table.find('hash-of-web')).toEqual({ key: key('web'), account: account('acme') });
  });

  test('by its previous hash too', () => {
    table.setKey(key('web', { secretHash: 'new', previousSecretHash: 'hash-of-web' }));
    expect(table.find('hash-of-web')?.key.metadata.name).toBe('web');
    expect(table.find('new')?.key.metadata.name).toBe('web');
  });

  test('whichever of key and account was told first', () => {
    table.setKey(key('late', { accountRef: { name: 'beta' } }));
    table.setAccount(account('beta'));
    expect(table.find('hash-of-late')?.account.metadata.name).toBe('beta');
  });
});

describe('a key is not found', () => {
  test.each<[string, () => void]>([
    [
      'once it is deleted',
      () => {
        table.deleteKey(key('web'));
      },
    ],
    [
      'while it is being deleted',
      () => {
        table.setKey(key('web', {}, { deletionTimestamp: '2026-11-20T10:00:01Z' }));
      },
    ],
    [
      'by a hash it no longer has',
      () => {
        table.setKey(key('web', { secretHash: 'new' }));
      },
    ],
    [
      'once its account is gone',
      () => {
        table.deleteAccount(account('acme'));
      },
    ],
    [
      'while its account is being deleted',
      () => {
        const going = account('acme');
        table.setAccount({ ...going, metadata: { ...going.metadata, deletionTimestamp: '2026-11-20T10:00:01Z' } });
      },
    ],
    [
      'where its account is in another namespace',
      () => {
        table.setKey(key('web', {}, { namespace: 'other' }));
        table.deleteKey(key('web'));
      },
    ],
  ])('%s', (_, happens) => {
    happens();
    expect(table.find('hash-of-web')).toBeUndefined();
  });

  test('by a hash nobody has', () => {
    expect(table.find('')).toBeUndefined();
  });
});
