import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, KeyLimits } from '../../schema/apikey.ts';
import type { ObjectKey } from '../../store/port.ts';

/** Who asks. Identity is namespace/name: a rotated key stays the same caller. */
export interface Caller {
  key: ObjectKey;
  account: ObjectKey;
  limits: KeyLimits;
  /** How far the books had come when the account's balance was last copied; undefined where it never was. */
  ledgerSeen?: LedgerPosition | undefined;
  isActive: boolean;
}

export interface KnownKey {
  key: ApiKey;
  account: AdAccount;
}

/** Keys as this replica knows them, at most a second old. */
export interface KeyDirectory {
  /** By the hash of a secret, the present or the previous one. A key whose account is gone is not there. */
  find(secretHash: string): Promise<KnownKey | undefined>;
  /** What is known without asking anybody; undefined says nothing. */
  known(secretHash: string): KnownKey | undefined;
}
