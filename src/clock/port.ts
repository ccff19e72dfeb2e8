/**
 * Source of the current time. `now` is wall time. `monotonicMs` never goes backwards; only the difference of two values
 * has a meaning.
 */
export interface Clock {
  now(): Date;
  monotonicMs(): number;
  /** Resolves after the delay, or at once when the signal aborts. Never rejects. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
