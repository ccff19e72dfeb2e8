import type { Clock } from '../../clock/port.ts';

/** Limits the number of calls per second, and serves callers in the order of their calls. */
export class Pacer {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  #nextMs = -Infinity;

  constructor(perSecond: number, clock: Clock) {
    this.#intervalMs = 1_000 / perSecond;
    this.#clock = clock;
  }

  /** Resolves to true when the caller may proceed, or at once to false when the signal aborts. */
  async turn(signal: AbortSignal): Promise<boolean> {
    const nowMs = this.#clock.monotonicMs();
    const dueMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = dueMs + this.#intervalMs;
    await this.#clock.sleep(dueMs - nowMs, signal);
    return !signal.aborted;
  }
}
