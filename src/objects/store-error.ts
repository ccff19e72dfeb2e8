export type StoreErrorReason =
  'NotFound' | 'AlreadyExists' | 'Conflict' | 'Invalid' | 'Expired' | 'Forbidden' | 'Unavailable';

/** Failure of a store. `Unavailable`: the outcome is unknown, and a write may have succeeded. */
export class StoreError extends Error {
  readonly reason: StoreErrorReason;

  constructor(reason: StoreErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}

/** Reports whether the error is a `StoreError` with one of the reasons, or any `StoreError` if no reason is given. */
export function isStoreError(error: unknown, ...reasons: StoreErrorReason[]): error is StoreError {
  return error instanceof StoreError && (reasons.length === 0 || reasons.includes(error.reason));
}
