import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey } from '../schema/apikey.ts';
import type { StoredObject } from '../store/port.ts';
import type { KnownKey } from './callers.ts';

/** ApiKeys and their AdAccounts, found by the hashes of the keys' secrets. Whoever watches them keeps it current. */
export class KeyTable {
  readonly #keys = new Map<string, ApiKey>();
  readonly #accounts = new Map<string, AdAccount>();
  readonly #names = new Map<string, string>();

  setKey(key: ApiKey): void {
    this.deleteKey(key);
    this.#keys.set(nameOf(key), key);
    for (const hash of hashesOf(key)) this.#names.set(hash, nameOf(key));
  }

  deleteKey(key: ApiKey): void {
    const before = this.#keys.get(nameOf(key));
    this.#keys.delete(nameOf(key));
    for (const hash of before === undefined ? [] : hashesOf(before)) this.#names.delete(hash);
  }

  setAccount(account: AdAccount): void {
    this.#accounts.set(nameOf(account), account);
  }

  deleteAccount(account: AdAccount): void {
    this.#accounts.delete(nameOf(account));
  }

  /** A key that is being deleted is revoked; one whose account is gone, or going, opens nothing. */
  find(secretHash: string): KnownKey | undefined {
    const key = this.#keys.get(this.#names.get(secretHash) ?? '');
    const account = key && this.#accounts.get(`${key.metadata.namespace}/${key.spec.accountRef.name}`);
    if (key === undefined || account === undefined) return undefined;
    return [key, account].some(({ metadata }) => metadata.deletionTimestamp !== undefined)
      ? undefined
      : { key, account };
  }
}

function nameOf({ metadata }: StoredObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function hashesOf({ spec }: ApiKey): string[] {
  return [spec.secretHash, ...(spec.previousSecretHash === undefined ? [] : [spec.previousSecretHash])];
}
