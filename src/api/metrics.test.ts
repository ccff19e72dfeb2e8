import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createAdmissionMetrics } from './metrics.ts';

test.each([
  'adwright_admissions_total{outcome="unavailable"} 0',
  'adwright_rate_limit_requests_total{endpoint="image-create",decision="refused"} 0',
])('%s is there before the first request, so that increase() counts it', async (line) => {
  const registry = new Registry();
  createAdmissionMetrics(registry);
  expect((await registry.metrics()).split('\n')).toContain(line);
});
