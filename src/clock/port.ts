/** Source of time. `now` is wall time; `monotonicMs` never goes backwards and has no epoch. */
export interface Clock {
  now(): Date;
  monotonicMs(): number;
  /** Resolves after the delay, or at once when the signal aborts. Never rejects. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
