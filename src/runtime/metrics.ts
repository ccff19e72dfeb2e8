import { Counter, exponentialBuckets, Gauge, Histogram, type Registry } from 'prom-client';
import type { LeaderElectionMetrics } from './leader-election.ts';
import type { RunningWork, WorkQueueMetrics } from './workqueue.ts';

/**
 * Histogram buckets in seconds, from 10 ns to 1,000 s. They are the same as in controller-runtime, so that its
 * dashboards work.
 */
const buckets = exponentialBuckets(1e-8, 10, 12);

/**
 * Registers the conventional `workqueue_*` metrics, with the name of the queue as label. Call this function once per
 * registry.
 */
export function createWorkQueueMetrics(registry: Registry): (name: string) => WorkQueueMetrics {
  const series = { labelNames: ['name'] as const, registers: [registry] };
  const metric = (name: string, help: string) => ({ ...series, name: `workqueue_${name}`, help });
  const depth = new Gauge(metric('depth', 'Number of keys waiting for a worker.'));
  const adds = new Counter(metric('adds_total', 'Number of keys added.'));
  const retries = new Counter(metric('retries_total', 'Number of keys added again after a failure.'));
  const queued = new Histogram({
    ...metric('queue_duration_seconds', 'Time a key waits in the queue before it is processed.'),
    buckets,
  });
  const worked = new Histogram({ ...metric('work_duration_seconds', 'Time taken to process a key.'), buckets });
  const running = new Map<string, RunningWork>();
  const runningGauge = (name: string, help: string, read: (work: RunningWork) => number): void => {
    new Gauge({
      ...metric(name, help),
      collect() {
        for (const [queue, work] of running) this.set({ name: queue }, read(work));
      },
    });
  };
  runningGauge('unfinished_work_seconds', 'Sum of the ages of all work in progress.', (work) =>
    work.unfinishedSeconds(),
  );
  runningGauge('longest_running_processor_seconds', 'Age of the oldest work in progress.', (work) =>
    work.longestRunningSeconds(),
  );
  return (name) => ({
    depth: (keys) => {
      depth.set({ name }, keys);
    },
    added: () => {
      adds.inc({ name });
    },
    retried: () => {
      retries.inc({ name });
    },
    queued: (seconds) => {
      queued.observe({ name }, seconds);
    },
    worked: (seconds) => {
      worked.observe({ name }, seconds);
    },
    running: (work) => {
      running.set(name, work);
    },
  });
}

/**
 * Registers the gauge `leader_election_master_status`, which has the same name in client-go. Call this function once
 * per registry.
 */
export function createLeaderMetrics(registry: Registry, lease: string): LeaderElectionMetrics {
  return {
    leading: (leadership) => {
      new Gauge({
        name: 'leader_election_master_status',
        help: '1 while this process holds the Lease, else 0.',
        labelNames: ['name'],
        registers: [registry],
        collect() {
          this.set({ name: lease }, leadership.holds() ? 1 : 0);
        },
      });
    },
  };
}

export type CacheMetrics = (names: { cache: string; kind: string }, staleSeconds: () => number) => void;

/** Name of the metric with the ages of all caches of a process. */
export const cacheStaleMetric = 'adwright_cache_stale_seconds';

export function createCacheMetrics(registry: Registry): CacheMetrics {
  const caches: { names: { cache: string; kind: string }; staleSeconds: () => number }[] = [];
  new Gauge({
    name: cacheStaleMetric,
    help: 'Time since a cache was last known to be current; 0 while its watch is connected.',
    labelNames: ['cache', 'kind'],
    registers: [registry],
    collect() {
      for (const { names, staleSeconds } of caches) this.set(names, staleSeconds());
    },
  });
  return (names, staleSeconds) => {
    caches.push({ names, staleSeconds });
  };
}
