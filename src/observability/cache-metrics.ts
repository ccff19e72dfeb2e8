import { Gauge, type Registry } from 'prom-client';

/** Shows how long a cache has been without its watch; `cache` says whose it is, `kind` what it holds. */
export type CacheMetrics = (names: { cache: string; kind: string }, staleSeconds: () => number) => void;

/** `adwright_cache_stale_seconds`, read when it is scraped. To be made once for a registry. */
export function createCacheMetrics(registry: Registry): CacheMetrics {
  const caches: { names: { cache: string; kind: string }; staleSeconds: () => number }[] = [];
  new Gauge({
    name: 'adwright_cache_stale_seconds',
    help: 'Time since a cache was last known to be true; 0 while its watch stands.',
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
