import { Gauge, type Registry } from 'prom-client';

/** Adds a cache to the metric of stale caches: `cache` names the owner of the cache, `kind` the kind of its objects. */
export type CacheMetrics = (names: { cache: string; kind: string }, staleSeconds: () => number) => void;

/** Registers `adwright_cache_stale_seconds`, computed when it is scraped. Called once for a registry. */
export function createCacheMetrics(registry: Registry): CacheMetrics {
  const caches: { names: { cache: string; kind: string }; staleSeconds: () => number }[] = [];
  new Gauge({
    name: 'adwright_cache_stale_seconds',
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
