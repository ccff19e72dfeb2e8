import { messageOf } from '../files/error-code.ts';

export type StoreErrorReason =
  'NotFound' | 'AlreadyExists' | 'Conflict' | 'Invalid' | 'Expired' | 'Forbidden' | 'Unavailable';

/**
 * Failure of a store of Kubernetes objects. `Unavailable` means that the outcome is unknown: a write may have
 * succeeded.
 */
export class StoreError extends Error {
  readonly reason: StoreErrorReason;

  constructor(reason: StoreErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}

export function isStoreError(error: unknown, ...reasons: StoreErrorReason[]): error is StoreError {
  return error instanceof StoreError && (reasons.length === 0 || reasons.includes(error.reason));
}

/** Returns the error for a failed read of something that a response needs, such as the archive. */
export function unavailable(what: string, cause: unknown): StoreError {
  return new StoreError('Unavailable', `failed to read from ${what}: ${messageOf(cause)}`, { cause });
}
