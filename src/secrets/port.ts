import type { ObjectKey } from '../objects/object-key.ts';

/**
 * Label of a Secret that Adwright may use for signing callbacks. The label is required, because a user who can name a
 * Secret in a resource must not get access to every Secret.
 */
export const signingLabel = 'adwright.dev/signing';

/**
 * Secrets that users provide for signing callbacks. A Secret without the label `adwright.dev/signing: "true"` is
 * treated as missing.
 */
export interface Secrets {
  /** Returns the values of the Secret by key, or undefined if the Secret does not exist. Throws if the read fails. */
  read(key: ObjectKey): Promise<Record<string, Buffer> | undefined>;
}

/**
 * Signing secrets of one account, each in the form `whsec_` + base64. After a rotation, which replaces the current
 * secret, callbacks are signed with both secrets until the time `previous.until`.
 */
export interface AccountSecret {
  current: string;
  previous?: { secret: string; until: string } | undefined;
}

/**
 * Signing secrets that Adwright generates for accounts.
 *
 * Guarantee: no secret is lost if two writers, even in two processes, write at the same time.
 *
 * Throws `StoreError`. `NotFound` or `Forbidden`: the storage is missing or must not be accessed. `Invalid`: the
 * storage is full, or the name of the account is too long. `Unavailable`: the storage does not respond; a write may
 * have succeeded.
 */
export interface AccountSecrets {
  /**
   * Creates the missing signing secrets of these accounts. Existing secrets stay unchanged, even damaged ones. An account
   * whose name is too long does not affect the others: the error is thrown after their secrets were created.
   */
  ensure(accounts: readonly ObjectKey[]): Promise<void>;
  /**
   * Returns the valid signing secrets of the account. Returns undefined if the account has no secrets, or if they are
   * damaged.
   */
  read(account: ObjectKey): Promise<AccountSecret | undefined>;
  /**
   * Replaces the signing secret of the account, or creates the first one. The replaced secret stays valid for
   * `overlapMs` milliseconds; 0 makes it invalid at once. Returns the valid secrets.
   */
  rotate(account: ObjectKey, overlapMs: number): Promise<AccountSecret>;
  /** Deletes the signing secrets of the account, if there are any. */
  delete(account: ObjectKey): Promise<void>;
}

/** Creates the Secrets of an installation. Throws `StoreError`. */
export interface NewSecrets {
  /** Returns the keys of the Secret, or undefined if the Secret does not exist. */
  keys(secret: ObjectKey): Promise<string[] | undefined>;
  /** Creates the Secret. Throws `StoreError('AlreadyExists')` if it exists. */
  create(secret: ObjectKey, values: Readonly<Record<string, string>>): Promise<void>;
}
