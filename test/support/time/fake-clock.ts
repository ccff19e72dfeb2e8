import type { Clock } from '../../../src/clock/port.ts';

interface Sleeper {
  dueMs: number;
  wake: () => void;
}

/**
 * Clock that stands still until a test moves it. `advance` wakes sleepers in the order of their deadlines, each at its
 * own deadline, and runs the resulting work before the next one wakes. A loop that sleeps repeatedly wakes repeatedly
 * within one `advance`.
 */
export class FakeClock implements Clock {
  private elapsedMs = 0;
  private sleepers: Sleeper[] = [];
  private readonly startMs: number;

  constructor(start = '2026-01-01T00:00:00Z') {
    this.startMs = Date.parse(start);
  }

  now(): Date {
    return new Date(this.startMs + this.elapsedMs);
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  /** Number of sleepers. A test can wait until the code under test sleeps. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    if (delayMs <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper: Sleeper = { dueMs: this.elapsedMs + delayMs, wake };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  async advance(byMs: number): Promise<void> {
    const endMs = this.elapsedMs + byMs;
    await settle();
    for (let next = this.firstDue(endMs); next !== undefined; next = this.firstDue(endMs)) {
      this.elapsedMs = next.dueMs;
      next.wake();
      await settle();
    }
    this.elapsedMs = endMs;
    await settle();
  }

  /**
   * Moves the time in one step, as when a suspended process continues. Each sleeper whose deadline has passed wakes
   * once.
   */
  async jump(byMs: number): Promise<void> {
    await settle();
    this.elapsedMs += byMs;
    const due = this.sleepers.filter(({ dueMs }) => dueMs <= this.elapsedMs);
    for (const { wake } of due.toSorted((a, b) => a.dueMs - b.dueMs)) wake();
    await settle();
  }

  private firstDue(endMs: number): Sleeper | undefined {
    const due = this.sleepers.filter((sleeper) => sleeper.dueMs <= endMs);
    return due.toSorted((a, b) => a.dueMs - b.dueMs).at(0);
  }
}

/** Runs all pending work that needs no time to pass. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
