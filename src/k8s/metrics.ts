import { Counter, type Registry } from 'prom-client';
import type { WatchObserver } from './kubernetes-watch.ts';

/** Registers `adwright_watch_event_fallbacks_total`. Called once for a registry. */
export function createWatchMetrics(registry: Registry): WatchObserver {
  const fallbacks = new Counter({
    name: 'adwright_watch_event_fallbacks_total',
    help: 'Watch events that could not be cut before parsing, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  return {
    fellBack: (kind) => {
      fallbacks.inc({ kind });
    },
  };
}
