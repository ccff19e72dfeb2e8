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
