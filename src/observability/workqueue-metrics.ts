import { Counter, exponentialBuckets, Gauge, Histogram, type Registry } from 'prom-client';
import type { RunningWork, WorkQueueMetrics } from '../runtime/workqueue.ts';

/** From 10 ns to 1,000 s, as controller-runtime has them: dashboards made for it fit. */
const buckets = exponentialBuckets(1e-8, 10, 12);

/** The conventional `workqueue_*` series, one for each queue by `name`. To be made once for a registry. */
export function createWorkQueueMetrics(registry: Registry): (name: string) => WorkQueueMetrics {
  const series = { labelNames: ['name'] as const, registers: [registry] };
  const metric = (name: string, help: string) => ({ ...series, name: `workqueue_${name}`, help });
  const depth = new Gauge(metric('depth', 'Keys that wait for a worker.'));
  const adds = new Counter(metric('adds_total', 'Keys added.'));
  const retries = new Counter(metric('retries_total', 'Keys added again after a failure.'));
  const queued = new Histogram({ ...metric('queue_duration_seconds', 'From added to begun.'), buckets });
  const worked = new Histogram({ ...metric('work_duration_seconds', 'From begun to done.'), buckets });
  const running = new Map<string, RunningWork>();
  const runningGauge = (name: string, help: string, read: (work: RunningWork) => number): void => {
    new Gauge({
      ...metric(name, help),
      collect() {
        for (const [queue, work] of running) this.set({ name: queue }, read(work));
      },
    });
  };
  runningGauge('unfinished_work_seconds', 'Age of all work in progress, summed.', (work) => work.unfinishedSeconds());
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
