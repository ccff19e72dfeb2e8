import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../src/clock/port.ts';

/** Clock on which every sleep ends at once and moves the time by its length. `meanwhile` runs during each sleep. */
export class AutoAdvancingClock implements Clock {
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
