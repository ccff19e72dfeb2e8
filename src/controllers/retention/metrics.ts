import { Gauge, type Registry } from 'prom-client';

export type RetentionStep = 'archive' | 'erase';

export interface RetentionMetrics {
  /** How many jobs could not be taken away when they were last tried. */
  failing(step: RetentionStep, jobs: number): void;
}

export function createRetentionMetrics(registry: Registry): RetentionMetrics {
  const gauge = new Gauge({
    name: 'adwright_retention_failing',
    help: 'Finished jobs that could not be archived, and records that could not be erased, when they were last tried.',
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
