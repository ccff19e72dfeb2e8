import { Gauge, type Registry } from 'prom-client';

export type RetentionStep = 'archive' | 'erase';

export interface RetentionMetrics {
  failing(step: RetentionStep, jobs: number): void;
}

export function createRetentionMetrics(registry: Registry): RetentionMetrics {
  const gauge = new Gauge({
    name: 'adwright_retention_failing',
    help: 'Number of finished jobs not archived, or of archive records not erased, because the last try failed.',
    labelNames: ['step'],
    registers: [registry],
  });
  for (const step of ['archive', 'erase'] as const) gauge.set({ step }, 0);
  return {
    failing: (step, jobs) => {
      gauge.set({ step }, jobs);
    },
  };
}
