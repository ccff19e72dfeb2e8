import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptResult } from '../../domain/delivery.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';

export interface CallbackMetrics {
  attempted(outcome: AttemptResult['outcome']): void;
  /**
   * Counts a callback that is delivered or given up. `delaySeconds` is the time since the end of the job, and undefined
   * for a replay.
   */
  ended(state: Exclude<DeliveryStatus['state'], 'pending'>, delaySeconds: number | undefined): void;
  /**
   * Registers a function that returns the number of undelivered callbacks, and the seconds since the oldest unfinished
   * attempt became due. The function is called at each scrape. Call `queue` only once.
   */
  queue(read: () => { open: number; oldestDueSeconds: number }): void;
}

const delayBuckets = [0.1, 0.25, 0.5, 1, 5, 30, 300, 1_800, 10_800, 86_400, 345_600];

export function createCallbackMetrics(registry: Registry): CallbackMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'adwright_callback_attempts_total',
    help: 'Attempts to deliver a callback, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  // From 0, because otherwise the Prometheus function `increase` would not count the first attempts after a start.
  for (const outcome of ['delivered', 'failed'] as const) attempts.inc({ outcome }, 0);
  const ends = new Counter({
    name: 'adwright_callbacks_total',
    help: 'Callbacks whose delivery has ended, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const delay = new Histogram({
    name: 'adwright_callback_delay_seconds',
    help: 'Time from the end of a job to the first delivery of its callback.',
    buckets: delayBuckets,
    registers,
  });
  return {
    attempted: (outcome) => {
      attempts.inc({ outcome });
    },
    ended: (outcome, delaySeconds) => {
      ends.inc({ outcome });
      if (outcome === 'delivered' && delaySeconds !== undefined) delay.observe(delaySeconds);
    },
    queue: (read) => {
      new Gauge({
        name: 'adwright_callbacks_open',
        help: 'Number of callbacks that are neither delivered nor given up.',
        registers,
        collect() {
          this.set(read().open);
        },
      });
      new Gauge({
        name: 'adwright_callback_oldest_due_age_seconds',
        help: 'Time since the oldest unfinished attempt of a callback was due; 0 if no attempt is due.',
        registers,
        collect() {
          this.set(read().oldestDueSeconds);
        },
      });
    },
  };
}
