import type { Registry } from 'prom-client';
import { cacheStaleMetric } from '../../runtime/metrics.ts';

/** A watch that keeps a cache of objects current. */
export interface Watch {
  /** Kind of the objects, such as `AdJob`. */
  kind: string;
  /** Time in seconds since the cache was last known to be current; 0 while the watch is connected. */
  staleSeconds: number;
}

/** Returns the watches of this process, from the metric that reports their ages. */
export async function watchesOf(metrics: Pick<Registry, 'getSingleMetric'>): Promise<Watch[]> {
  const { values } = (await metrics.getSingleMetric(cacheStaleMetric)?.get()) ?? { values: [] };
  return values.map(({ labels, value }) => ({
    kind: `${labels['kind'] ?? ''} (${labels['cache'] ?? ''})`,
    staleSeconds: value,
  }));
}
