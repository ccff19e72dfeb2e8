import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createWatchMetrics } from './metrics.ts';

test('watch events that are parsed whole are counted by kind', async () => {
  const registry = new Registry();
  const metrics = createWatchMetrics(registry);
  metrics.fellBack('Pod');
  metrics.fellBack('Pod');
  expect(await registry.metrics()).toContain('adwright_watch_event_fallbacks_total{kind="Pod"} 2');
});
