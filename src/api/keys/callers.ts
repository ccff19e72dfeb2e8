import type { LedgerPosition } from '../../ledger/port.ts';
import { keyText } from '../../objects/object-key.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, KeyLimits } from '../../schema/apikey.ts';
import type { Actor } from '../../operations/actor.ts';

/**
 * The client of a request, identified by the namespace and name of its API key. This identity stays the same when the
 * secret of the key is replaced.
 */
export interface Caller extends Extract<Actor, { kind: 'key' }> {
  limits: KeyLimits;
  /**
   * State of the ledger (the epoch, which identifies the ledger, and the number of the last change) at the time when
   * the controller last copied the account's balance to the AdAccount. Undefined if the balance was never copied.
   */
  ledgerSeen?: LedgerPosition | undefined;
}

export interface KnownKey {
  key: ApiKey;
  account: AdAccount;
}

/** Finds the API key that belongs to a secret. The returned data is at most a second old. */
export interface KeyDirectory {
  /**
   * Finds an API key by the hash of its current or previous secret. Returns undefined if the key or its account does
   * not exist.
   */
  find(secretHash: string): Promise<KnownKey | undefined>;
  /** Returns an API key if it is in memory. Otherwise, returns undefined; `find` may still find the key. */
  known(secretHash: string): KnownKey | undefined;
}

/** Returns the names of a caller for the log. */
export function namesOf({ account, key }: Caller): { account: string; key: string } {
  return { account: keyText(account), key: keyText(key) };
}
