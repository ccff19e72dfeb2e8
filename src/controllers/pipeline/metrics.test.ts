import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createPipelineMetrics } from './metrics.ts';

test.each([
  'adwright_job_duration_seconds_count{type="image_ad",status="FAILED"} 0',
  'adwright_stage_duration_seconds_count{stage="image",outcome="permanent"} 0',
  'adwright_onboarding_total{outcome="not_read",reason="Timeout"} 0',
])('%s is there before the first job, so that increase() counts it', async (line) => {
  const registry = new Registry();
  createPipelineMetrics(registry);
  expect((await registry.metrics()).split('\n')).toContain(line);
});
