import type { ObjectKey } from '../objects/object-key.ts';

/**
 * Label of a Secret that Adwright may use for signing. Required, because a user who can name a Secret in a resource
 * must not get access to every Secret.
 */
export const signingLabel = 'adwright.dev/signing';

/** Secrets for signing callbacks. A Secret without the label `adwright.dev/signing: "true"` is treated as missing. */
export interface Secrets {
  /** Returns the values of the Secret by key, or undefined if the Secret does not exist. Throws if the read fails. */
  read(key: ObjectKey): Promise<Record<string, Buffer> | undefined>;
}

/**
 * Signing secrets of one account, each in the form `whsec_` + base64. The previous secret signs, too, until the overlap
 * of the last rotation ends.
 */
export interface AccountSecret {
  current: string;
  previous?: { secret: string; until: string } | undefined;
}

/**
 * Signing secrets that Adwright makes itself, one for each account.
 *
 * Guarantee: two writers at the same time, also in two processes, never lose a secret.
 *
 * Throws `StoreError`: `NotFound` or `Forbidden` if the place of the secrets is missing or may not be used, `Invalid` if
 * it is full, `Unavailable` if it cannot be reached now; after `Unavailable` a write may have succeeded.
 */
export interface AccountSecrets {
  /** Creates the secrets of these accounts that are missing. Existing ones stay unchanged, also damaged ones. */
  ensure(accounts: readonly ObjectKey[]): Promise<void>;
  /** Returns the secrets of the account that sign now. Returns undefined if there are none or they are damaged. */
  read(account: ObjectKey): Promise<AccountSecret | undefined>;
  /**
   * Replaces the secret of the account, or creates it. The replaced secret signs, too, for `overlapMs`; 0 revokes it at
   * once. Returns the secrets that sign now.
   */
  rotate(account: ObjectKey, overlapMs: number): Promise<AccountSecret>;
  /** Deletes the secrets of the account, if there are any. */
  delete(account: ObjectKey): Promise<void>;
}
