import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createRestClientMetrics } from './metrics.ts';

test('API requests are counted by status code, method and host', async () => {
  const registry = new Registry();
  const metrics = createRestClientMetrics(registry);
  metrics.answered('200', 'GET', '10.96.0.1');
  metrics.answered('200', 'GET', '10.96.0.1');
  metrics.answered('<error>', 'PATCH', '10.96.0.1');
  const text = await registry.metrics();
  expect(text).toContain('rest_client_requests_total{code="200",method="GET",host="10.96.0.1"} 2');
  expect(text).toContain('rest_client_requests_total{code="<error>",method="PATCH",host="10.96.0.1"} 1');
});
