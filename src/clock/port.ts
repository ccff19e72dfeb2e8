/** Time as the code sees it. `now` is wall time; `monotonicMs` never goes backwards and has no epoch. */
export interface Clock {
  now(): Date;
  monotonicMs(): number;
  /** Resolves after the delay; at once, without an error, when the signal aborts. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
