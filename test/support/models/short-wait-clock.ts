import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../src/clock/port.ts';

/** Longest sleep in milliseconds that moves the time, and ends at once. */
const shortMs = 60_000;

/**
 * Clock for calls that poll while a longer sleep is their time limit. A sleep of up to a minute ends at once and moves
 * the time by its length; a longer one ends when the short ones have moved the time that far.
 */
export class ShortWaitClock implements Clock {
  readonly #startMs = Date.parse('2026-11-01T12:00:00Z');
  readonly #long = new Set<{ dueMs: number; wake: () => void }>();
  #elapsedMs = 0;

  now(): Date {
    return new Date(this.#startMs + this.#elapsedMs);
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  async sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    if (delayMs > shortMs) {
      await this.#longSleep(this.#elapsedMs + delayMs, signal);
      return;
    }
    this.#elapsedMs += delayMs;
    for (const sleeper of this.#long) if (sleeper.dueMs <= this.#elapsedMs) sleeper.wake();
    await setImmediate();
  }

  #longSleep(dueMs: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const sleeper = {
        dueMs,
        wake: () => {
          this.#long.delete(sleeper);
          resolve();
        },
      };
      this.#long.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }
}
