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

/** Reports whether an error is a `StoreError` with one of these reasons. Without reasons, accepts any `StoreError`. */
export function isStoreError(error: unknown, ...reasons: StoreErrorReason[]): error is StoreError {
  return error instanceof StoreError && (reasons.length === 0 || reasons.includes(error.reason));
}
