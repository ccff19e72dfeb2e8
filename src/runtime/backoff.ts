export interface BackoffLimits {
  baseMs: number;
  maxMs: number;
}

/** `baseMs` after the first failure, doubled with each further one, at most `maxMs`. */
export function exponentialMs(failures: number, { baseMs, maxMs }: BackoffLimits): number {
  return Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
}

/** Counts the failures of each key, and says how long it is to wait because of them. */
export class KeyBackoff {
  private readonly failures = new Map<string, number>();
  private readonly limits: BackoffLimits;

  constructor(limits: BackoffLimits) {
    this.limits = limits;
  }

  /** Note one more failure of the key; returns the delay before its next turn. */
  nextMs(key: string): number {
    const failures = this.count(key) + 1;
    this.failures.set(key, failures);
    return exponentialMs(failures, this.limits);
  }

  count(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.failures.delete(key);
  }
}
