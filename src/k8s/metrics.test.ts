import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createRestClientMetrics, createWatchMetrics } from './metrics.ts';

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

test('watch events that are parsed whole are counted by kind', async () => {
  const registry = new Registry();
  const metrics = createWatchMetrics(registry);
  metrics.fellBack('Pod');
  metrics.fellBack('Pod');
  expect(await registry.metrics()).toContain('adwright_watch_event_fallbacks_total{kind="Pod"} 2');
});
