import { Counter, type Registry } from 'prom-client';
import type { WatchObserver } from './kubernetes-watch.ts';

export function createRestClientMetrics(registry: Registry): {
  answered(code: string, method: string, host: string): void;
} {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the Kubernetes API by status code, method and host.',
    labelNames: ['code', 'method', 'host'] as const,
    registers: [registry],
  });
  return {
    answered: (code, method, host) => {
      requests.inc({ code, method, host });
    },
  };
}

export function createWatchMetrics(registry: Registry): WatchObserver {
  const fallbacks = new Counter({
    name: 'adwright_watch_event_fallbacks_total',
    help: 'Watch events that could not be shortened before they were parsed, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  return {
    fellBack: (kind) => {
      fallbacks.inc({ kind });
    },
  };
}
