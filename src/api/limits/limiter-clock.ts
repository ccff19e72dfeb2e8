import type { Clock } from '../../clock/port.ts';
import { windowSeconds } from '../../ratelimit/port.ts';

const windowMs = windowSeconds * 1_000;

/** What the counter store said: which minute it is, and in how many seconds, rounded up, the next one begins. */
interface StoreTime {
  minute: number;
  resetSeconds: number;
  /** When it was asked, monotonic. */
  sentMs: number;
}

/**
 * Which minute it is by the clock of the counter store, known on this machine without asking: each answer narrows down how
 * far the two clocks are apart. Before the first one this machine's own time is taken for it.
 */
export class LimiterClock {
  readonly #clock: Clock;
  /** Store's time minus monotonic time, at least. */
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

  /** To be told when the answer has come. */
  learn({ minute, resetSeconds, sentMs }: StoreTime): void {
    const endMs = (minute + 1) * windowMs;
    const leastMs = endMs - resetSeconds * 1_000 - this.#clock.monotonicMs();
    const mostMs = endMs - (resetSeconds - 1) * 1_000 - sentMs;
    // Beyond what is possible now: it was a guess, or the store's clock was set.
    const isWrong = !this.#isLearnt || this.#aheadMs > mostMs;
    this.#aheadMs = isWrong ? leastMs : Math.max(this.#aheadMs, leastMs);
    this.#isLearnt = true;
  }
}
