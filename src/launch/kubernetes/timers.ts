import type { Clock } from '../../clock/port.ts';

export class Timers<K> {
  readonly #clock: Clock;
  readonly #ring: (key: K) => void;
  readonly #dueMs = new Map<K, number>();
  #asleepUntilMs = 0;
  #wake = new AbortController();

  constructor(clock: Clock, ring: (key: K) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Sets the timer of a key to a time in milliseconds since 1970. Undefined removes the timer. */
  set(key: K, atMs: number | undefined): void {
    if (atMs === undefined) this.#dueMs.delete(key);
    else this.#dueMs.set(key, atMs);
    if (atMs !== undefined && atMs < this.#asleepUntilMs) this.#wake.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#wake = new AbortController();
      this.#asleepUntilMs = Math.min(...this.#dueMs.values(), Infinity);
      const delayMs = this.#asleepUntilMs - this.#clock.now().getTime();
      await this.#clock.sleep(delayMs, AbortSignal.any([signal, this.#wake.signal]));
      this.#ringDue(signal);
    }
  }

  #ringDue(signal: AbortSignal): void {
    if (signal.aborted) return;
    const nowMs = this.#clock.now().getTime();
    for (const [key, dueMs] of [...this.#dueMs]) {
      if (dueMs > nowMs) continue;
      this.#dueMs.delete(key);
      this.#ring(key);
    }
  }
}
