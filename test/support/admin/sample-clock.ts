import type { Clock } from '../../../src/clock/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';

/** The clock of the system, which stands at another time while sample data of the past is written. */
export class SampleClock implements Clock {
  #atMs: number | undefined;

  /** Lets the clock stand at a time, or show the time of the system again. */
  stand(atMs: number | undefined): void {
    this.#atMs = atMs;
  }

  now(): Date {
    return this.#atMs === undefined ? systemClock.now() : new Date(this.#atMs);
  }

  monotonicMs(): number {
    return systemClock.monotonicMs();
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(delayMs, signal);
  }
}
