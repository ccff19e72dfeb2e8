export interface BackoffLimits {
  baseMs: number;
  maxMs: number;
}

/**
 * Returns the delay in milliseconds after a number of consecutive failures: `baseMs` after the first failure, doubled
 * with each further failure, but at most `maxMs`.
 */
export function exponentialMs(failures: number, { baseMs, maxMs }: BackoffLimits): number {
  return Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
}

export class KeyBackoff {
  private readonly failures = new Map<string, number>();
  private readonly limits: BackoffLimits;

  constructor(limits: BackoffLimits) {
    this.limits = limits;
  }

  /** Counts a failure of the key, and returns the delay in milliseconds before the key is tried again. */
  nextMs(key: string): number {
    const failures = this.count(key) + 1;
    this.failures.set(key, failures);
    return exponentialMs(failures, this.limits);
  }

  count(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  /** Resets the number of failures of the key to 0. */
  reset(key: string): void {
    this.failures.delete(key);
  }
}
