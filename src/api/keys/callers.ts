import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, KeyLimits } from '../../schema/apikey.ts';
import type { ObjectKey } from '../../store/port.ts';

/** The client of a request. Identified by namespace and name of its key: a rotated key is the same caller. */
export interface Caller {
  key: ObjectKey;
  account: ObjectKey;
  limits: KeyLimits;
  /** Position of the ledger when the account's balance was last copied; undefined if it was never copied. */
  ledgerSeen?: LedgerPosition | undefined;
  isActive: boolean;
}

export interface KnownKey {
  key: ApiKey;
  account: AdAccount;
}

/** API keys as this replica knows them, at most a second old. */
export interface KeyDirectory {
  /** Finds a key by the hash of its current or previous secret. Returns undefined if its account does not exist. */
  find(secretHash: string): Promise<KnownKey | undefined>;
  /** Returns the key if it is in memory. Undefined does not mean that the key does not exist. */
  known(secretHash: string): KnownKey | undefined;
}
