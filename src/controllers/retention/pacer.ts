import type { Clock } from '../../clock/port.ts';

/** Gives everybody who asks a turn, in the order asked, and no more than so many in any second. */
export class Pacer {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  #nextMs = -Infinity;

  constructor(perSecond: number, clock: Clock) {
    this.#intervalMs = 1_000 / perSecond;
    this.#clock = clock;
  }

  /** Resolves when it is the caller's turn; at once, with false, when the signal aborts. */
  async turn(signal: AbortSignal): Promise<boolean> {
    const nowMs = this.#clock.monotonicMs();
    const dueMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = dueMs + this.#intervalMs;
    await this.#clock.sleep(dueMs - nowMs, signal);
    return !signal.aborted;
  }
}
