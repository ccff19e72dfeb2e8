import { accountOf } from '../../domain/account-of.ts';
import { keyText } from '../../objects/object-key.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { KnownKey } from './callers.ts';

/**
 * Maximum number of deleted API keys that the table records. The same limit applies to deleted accounts. These records
 * keep an older read of the API server from making a deleted key valid again.
 */
const overMax = 10_000;

export class KeyTable {
  readonly #keys = new Map<string, ApiKey>();
  readonly #accounts = new Map<string, AdAccount>();
  readonly #names = new Map<string, string>();
  readonly #overHashes = new Set<string>();
  readonly #overAccounts = new Set<string>();

  setKey(key: ApiKey): void {
    this.deleteKey(key);
    this.#keys.set(keyText(key.metadata), key);
    for (const hash of hashesOf(key)) {
      this.#names.set(hash, keyText(key.metadata));
      this.#overHashes.delete(hash);
    }
  }

  deleteKey(key: ApiKey): void {
    const name = keyText(key.metadata);
    const before = this.#keys.get(name);
    this.#keys.delete(name);
    for (const hash of before === undefined ? [] : hashesOf(before)) {
      // If another ApiKey has the same secret by now, that key keeps working.
      if (this.#names.get(hash) !== name) continue;
      this.#names.delete(hash);
      remember(this.#overHashes, hash);
    }
  }

  setAccount(account: AdAccount): void {
    this.#accounts.set(keyText(account.metadata), account);
    this.#overAccounts.delete(keyText(account.metadata));
  }

  deleteAccount(account: AdAccount): void {
    this.#accounts.delete(keyText(account.metadata));
    remember(this.#overAccounts, keyText(account.metadata));
  }

  /**
   * Reports whether a secret that was valid is no longer valid: the secret was replaced, or its API key or account is
   * deleted or being deleted.
   */
  isOver(secretHash: string): boolean {
    const key = this.#keys.get(this.#names.get(secretHash) ?? '');
    if (key === undefined) return this.#overHashes.has(secretHash);
    const account = keyText(accountOf(key));
    const parties = [key, this.#accounts.get(account)];
    return this.#overAccounts.has(account) || parties.some((one) => one?.metadata.deletionTimestamp !== undefined);
  }

  find(secretHash: string): KnownKey | undefined {
    const key = this.#keys.get(this.#names.get(secretHash) ?? '');
    const account = key && this.#accounts.get(keyText(accountOf(key)));
    if (key === undefined || account === undefined) return undefined;
    return [key, account].some(({ metadata }) => metadata.deletionTimestamp !== undefined)
      ? undefined
      : { key, account };
  }
}

function remember(over: Set<string>, text: string): void {
  over.add(text);
  const [oldest] = over;
  if (over.size > overMax && oldest !== undefined) over.delete(oldest);
}

function hashesOf({ spec }: ApiKey): string[] {
  return [spec.secretHash, ...(spec.previousSecretHash === undefined ? [] : [spec.previousSecretHash])];
}
