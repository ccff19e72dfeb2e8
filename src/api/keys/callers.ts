import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, KeyLimits } from '../../schema/apikey.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

/**
 * The client of a request. A caller is identified by the namespace and name of its API key, so it stays the same when
 * the secret of the key is rotated.
 */
export interface Caller {
  key: ObjectKey;
  account: ObjectKey;
  limits: KeyLimits;
  /**
   * Ledger position (epoch and sequence number of the last change) at which the account's balance was last copied to
   * the AdAccount; undefined if the balance was never copied.
   */
  ledgerSeen?: LedgerPosition | undefined;
  isActive: boolean;
}

export interface KnownKey {
  key: ApiKey;
  account: AdAccount;
}

/** Directory of the API keys that this replica knows. Its data is at most a second old. */
export interface KeyDirectory {
  /**
   * Finds an API key by the hash of its current or previous secret. Returns undefined if the key or its account does
   * not exist.
   */
  find(secretHash: string): Promise<KnownKey | undefined>;
  /** Returns the API key if it is in memory. If the result is undefined, the key may still exist. */
  known(secretHash: string): KnownKey | undefined;
}
