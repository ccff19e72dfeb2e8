import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey, KeyLimits } from '../schema/apikey.ts';
import type { ObjectKey } from '../store/port.ts';

/** Who asks. Identity is namespace/name: a rotated key stays the same caller. */
export interface Caller {
  key: ObjectKey;
  account: ObjectKey;
  limits: KeyLimits;
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
}
