/**
 * Small values that expire by themselves and that all replicas of the dashboard share: sessions, sign-in links, attempts
 * to sign in, forms that were sent. Keys contain letters, digits and `:._-`. Every method rejects with
 * `StateUnavailable` if the store does not respond.
 */
export interface ExpiringState {
  /** Stores a value, and replaces an older one. */
  set(key: string, value: string, lifetimeMs: number): Promise<void>;
  /** Stores a value unless the key has one. Returns whether the value was stored. */
  setIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean>;
  /**
   * Replaces a value if it is `expected`, or deletes it if `value` is undefined. Returns whether the value was
   * `expected`. No other caller can change the value between the comparison and the write.
   */
  replaceIf(key: string, expected: string, value: string | undefined, lifetimeMs: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  /** Returns and deletes a value, so that only one caller gets it. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Adds 1 to a count and returns the new count. The count expires `lifetimeMs` after its first addition. */
  increment(key: string, lifetimeMs: number): Promise<number>;
  /**
   * Returns the keys and values whose keys begin with the prefix, in the order of the keys, at most `listedMax`. Counts
   * are not listed.
   */
  list(prefix: string): Promise<{ key: string; value: string }[]>;
}

/** Maximum number of values in a list. */
export const listedMax = 10_000;

export class StateUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StateUnavailable';
  }
}
