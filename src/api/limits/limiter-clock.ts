import type { Clock } from '../../clock/port.ts';
import { windowSeconds } from '../../ratelimit/port.ts';

const windowMs = windowSeconds * 1_000;

/**
 * Time by the clock of the store that keeps the request counts: the current minute, counted since 1970, and the seconds
 * until the next minute, rounded up.
 */
interface StoreTime {
  minute: number;
  resetSeconds: number;
  /** Time at which the request to the store was sent, in milliseconds on the monotonic clock of this process. */
  sentMs: number;
}

/**
 * Estimates the current minute by the clock of the store that keeps the request counts, without a request to the store.
 * Each answer of the store makes the estimate more precise. Before the first answer, the clock of this machine is used.
 */
export class LimiterClock {
  readonly #clock: Clock;
  /**
   * Estimated difference in milliseconds: the store's clock minus the monotonic clock of this process. It is a lower
   * bound of the true difference.
   */
  #aheadMs: number;
  #isLearnt = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#aheadMs = clock.now().getTime() - clock.monotonicMs();
  }

  now(): { minute: number; resetSeconds: number } {
    const storeMs = this.#clock.monotonicMs() + this.#aheadMs;
    const minute = Math.floor(storeMs / windowMs);
    return { minute, resetSeconds: Math.ceil(((minute + 1) * windowMs - storeMs) / 1_000) };
  }

  /** Updates the estimate of the store's time. Call this method as soon as an answer of the store arrives. */
  learn({ minute, resetSeconds, sentMs }: StoreTime): void {
    const endMs = (minute + 1) * windowMs;
    const leastMs = endMs - resetSeconds * 1_000 - this.#clock.monotonicMs();
    const mostMs = endMs - (resetSeconds - 1) * 1_000 - sentMs;
    // Replaces the estimate of the store's time if the estimate only came from the clock of this machine. Also replaces
    // an estimate that is above the upper bound `mostMs`, because the store's clock was then set back.
    const isWrong = !this.#isLearnt || this.#aheadMs > mostMs;
    this.#aheadMs = isWrong ? leastMs : Math.max(this.#aheadMs, leastMs);
    this.#isLearnt = true;
  }
}
