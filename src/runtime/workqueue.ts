import type { Clock } from '../clock/port.ts';
import { KeyBackoff, type BackoffLimits } from './backoff.ts';
import { Fifo } from './fifo.ts';

export interface RunningWork {
  /**
   * Sum of the times in seconds that the keys in progress have taken so far, for the metric
   * `workqueue_unfinished_work_seconds`. The sum grows while the work on a key is stuck.
   */
  unfinishedSeconds(): number;
  /**
   * Time in seconds that the oldest key in progress has taken so far, for the metric
   * `workqueue_longest_running_processor_seconds`.
   */
  longestRunningSeconds(): number;
}

export interface WorkQueueMetrics {
  depth(keys: number): void;
  added(): void;
  retried(): void;
  queued(seconds: number): void;
  worked(seconds: number): void;
  running(work: RunningWork): void;
}

export interface WorkQueueOptions {
  clock: Clock;
  /** Limits of the delay after a failure. Default, as in client-go: 5 ms, doubled with each failure, up to 1,000 s. */
  backoff?: BackoffLimits;
  metrics?: WorkQueueMetrics;
}

interface Delayed {
  dueMs: number;
  cancel: AbortController;
}

/**
 * Work queue of keys with delays and rate limits, as in client-go. A key is queued at most once, and is handled by one
 * worker at a time. A key that is added while a worker handles it is queued again after `done`. The queue is first in,
 * first out.
 */
export class WorkQueue implements RunningWork {
  private readonly clock: Clock;
  private readonly metrics: WorkQueueMetrics | undefined;
  private readonly backoff: KeyBackoff;
  private readonly order = new Fifo<string>();
  /**
   * Keys that still have to be handled, with the monotonic time at which each key was added. A key that is added while
   * a worker handles it enters `order` only after `done`.
   */
  private readonly dirty = new Map<string, number>();
  private readonly inProgress = new Map<string, number>();
  private readonly delayed = new Map<string, Delayed>();
  private readonly takers = new Fifo<(key: string | undefined) => void>();
  private readonly drained: (() => void)[] = [];
  private closed = false;

  constructor({ clock, backoff = { baseMs: 5, maxMs: 1_000_000 }, metrics }: WorkQueueOptions) {
    this.clock = clock;
    this.metrics = metrics;
    this.backoff = new KeyBackoff(backoff);
    metrics?.running(this);
  }

  get length(): number {
    return this.order.length;
  }

  add(key: string): void {
    if (this.closed || this.dirty.has(key)) return;
    this.dirty.set(key, this.clock.monotonicMs());
    this.metrics?.added();
    if (!this.inProgress.has(key)) this.enqueue(key);
  }

  /**
   * Adds the key after the delay. If several delays are running for the key, only the delay that ends first applies.
   */
  addAfter(key: string, delayMs: number): void {
    if (this.closed) return;
    if (delayMs <= 0) {
      this.add(key);
      return;
    }
    const dueMs = this.clock.monotonicMs() + delayMs;
    const other = this.delayed.get(key);
    if (other !== undefined && other.dueMs <= dueMs) return;
    other?.cancel.abort();
    void this.delay(key, delayMs, dueMs);
  }

  addRateLimited(key: string): void {
    if (this.closed) return;
    this.metrics?.retried();
    this.addAfter(key, this.backoff.nextMs(key));
  }

  resetBackoff(key: string): void {
    this.backoff.reset(key);
  }

  retries(key: string): number {
    return this.backoff.count(key);
  }

  /**
   * Resolves to the next key. The caller must call `done` after it has handled the key. Resolves to undefined once the
   * queue is shut down and empty.
   */
  take(): Promise<string | undefined> {
    const key = this.order.shift();
    if (key !== undefined) return Promise.resolve(this.begin(key));
    if (this.closed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.takers.push(resolve);
    });
  }

  done(key: string): void {
    const sinceMs = this.inProgress.get(key);
    if (sinceMs === undefined) return;
    this.inProgress.delete(key);
    this.metrics?.worked(this.secondsSince(sinceMs));
    if (this.dirty.has(key)) this.enqueue(key);
    this.notifyDrained();
  }

  /** Stops accepting keys, and drops delayed keys. Workers still get the keys that are already queued. */
  shutDown(): void {
    this.closed = true;
    for (const { cancel } of this.delayed.values()) cancel.abort();
    this.delayed.clear();
    for (let give = this.takers.shift(); give !== undefined; give = this.takers.shift()) give(undefined);
    this.notifyDrained();
  }

  /** Shuts the queue down. Resolves when workers have handled every key that was already queued. */
  drain(): Promise<void> {
    this.shutDown();
    return new Promise((resolve) => {
      this.drained.push(resolve);
      this.notifyDrained();
    });
  }

  unfinishedSeconds(): number {
    return this.inProgress.values().reduce((sum, sinceMs) => sum + this.secondsSince(sinceMs), 0);
  }

  longestRunningSeconds(): number {
    return this.inProgress.values().reduce((longest, sinceMs) => Math.max(longest, this.secondsSince(sinceMs)), 0);
  }

  private enqueue(key: string): void {
    const give = this.takers.shift();
    if (give !== undefined) {
      give(this.begin(key));
      return;
    }
    this.order.push(key);
    this.metrics?.depth(this.order.length);
  }

  private begin(key: string): string {
    this.metrics?.depth(this.order.length);
    this.metrics?.queued(this.secondsSince(this.dirty.get(key) ?? this.clock.monotonicMs()));
    this.dirty.delete(key);
    this.inProgress.set(key, this.clock.monotonicMs());
    return key;
  }

  private async delay(key: string, delayMs: number, dueMs: number): Promise<void> {
    const cancel = new AbortController();
    this.delayed.set(key, { dueMs, cancel });
    await this.clock.sleep(delayMs, cancel.signal);
    if (cancel.signal.aborted) return;
    this.delayed.delete(key);
    this.add(key);
  }

  private notifyDrained(): void {
    if (!this.closed || this.dirty.size > 0 || this.inProgress.size > 0) return;
    for (const resolve of this.drained.splice(0)) resolve();
  }

  private secondsSince(sinceMs: number): number {
    return (this.clock.monotonicMs() - sinceMs) / 1_000;
  }
}
