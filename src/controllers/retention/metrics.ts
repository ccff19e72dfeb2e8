import { Gauge, type Registry } from 'prom-client';

const steps = ['archive', 'erase', 'audit_log'] as const;
export type RetentionStep = (typeof steps)[number];

export interface RetentionMetrics {
  failing(step: RetentionStep, count: number): void;
}

export function createRetentionMetrics(registry: Registry): RetentionMetrics {
  const gauge = new Gauge({
    name: 'adwright_retention_failing',
    help: 'Number of finished jobs not archived, or of archive records not erased, because the last try failed; for audit_log 1 if old rows could not be deleted.',
    labelNames: ['step'],
    registers: [registry],
  });
  for (const step of steps) gauge.set({ step }, 0);
  return {
    failing: (step, count) => {
      gauge.set({ step }, count);
    },
  };
}
