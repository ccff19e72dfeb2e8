import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/clock/port.ts';

/** Time that passes only by waiting, and then at once. What is to happen meanwhile may be said. */
export class HastyClock implements Clock {
  readonly #startMs = Date.parse('2026-11-01T12:00:00Z');
  readonly #meanwhile: () => unknown;
  #elapsedMs = 0;

  constructor(meanwhile: () => unknown = () => undefined) {
    this.#meanwhile = meanwhile;
  }

  now(): Date {
    return new Date(this.#startMs + this.#elapsedMs);
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  async sleep(delayMs: number): Promise<void> {
    this.#elapsedMs += delayMs;
    await this.#meanwhile();
    await setImmediate();
  }
}
