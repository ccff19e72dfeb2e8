import { keyText } from '../runtime/object-key.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey } from '../schema/apikey.ts';
import type { KnownKey } from './callers.ts';

/** ApiKeys and their AdAccounts, found by the hashes of the keys' secrets. Whoever watches them keeps it current. */
export class KeyTable {
  readonly #keys = new Map<string, ApiKey>();
  readonly #accounts = new Map<string, AdAccount>();
  readonly #names = new Map<string, string>();

  setKey(key: ApiKey): void {
    this.deleteKey(key);
    this.#keys.set(keyText(key.metadata), key);
    for (const hash of hashesOf(key)) this.#names.set(hash, keyText(key.metadata));
  }

  deleteKey(key: ApiKey): void {
    const before = this.#keys.get(keyText(key.metadata));
    this.#keys.delete(keyText(key.metadata));
    for (const hash of before === undefined ? [] : hashesOf(before)) this.#names.delete(hash);
  }

  setAccount(account: AdAccount): void {
    this.#accounts.set(keyText(account.metadata), account);
  }

  deleteAccount(account: AdAccount): void {
    this.#accounts.delete(keyText(account.metadata));
  }

  /** A key that is being deleted is revoked; one whose account is gone, or going, opens nothing. */
  find(secretHash: string): KnownKey | undefined {
    const key = this.#keys.get(this.#names.get(secretHash) ?? '');
    const account =
      key && this.#accounts.get(keyText({ namespace: key.metadata.namespace, name: key.spec.accountRef.name }));
    if (key === undefined || account === undefined) return undefined;
    return [key, account].some(({ metadata }) => metadata.deletionTimestamp !== undefined)
      ? undefined
      : { key, account };
  }
}

function hashesOf({ spec }: ApiKey): string[] {
  return [spec.secretHash, ...(spec.previousSecretHash === undefined ? [] : [spec.previousSecretHash])];
}
