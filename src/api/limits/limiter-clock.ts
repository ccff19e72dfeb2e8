import type { Clock } from '../../clock/port.ts';
import { windowSeconds } from '../../ratelimit/port.ts';

const windowMs = windowSeconds * 1_000;

/**
 * Time on the clock of the store that keeps the request counts: the minute, and the seconds until the next minute,
 * rounded up.
 */
interface StoreTime {
  minute: number;
  resetSeconds: number;
  /** Time at which the request to the store was sent, on the monotonic clock of this process. */
  sentMs: number;
}

/**
 * Estimates the current minute of the counter store without a request. Each answer of the store narrows down the
 * difference between the store's clock and the local clock. Before the first answer, the local time is used.
 */
export class LimiterClock {
  readonly #clock: Clock;
  /** Estimated difference: the store's time minus the monotonic time of this process. It is a lower bound. */
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
    // The estimate is impossible: it was the initial guess, or the store's clock was set.
    const isWrong = !this.#isLearnt || this.#aheadMs > mostMs;
    this.#aheadMs = isWrong ? leastMs : Math.max(this.#aheadMs, leastMs);
    this.#isLearnt = true;
  }
}
