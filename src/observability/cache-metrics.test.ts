import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createCacheMetrics } from './cache-metrics.ts';

test('each cache has a series that is read at scrape time', async () => {
  const registry = new Registry();
  const show = createCacheMetrics(registry);
  let stale = 0;
  show({ cache: 'api', kind: 'AdJob' }, () => stale);
  show({ cache: 'pipeline', kind: 'AdJob' }, () => 0);
  stale = 12.5;
  expect((await registry.metrics()).split('\n')).toEqual(
    expect.arrayContaining([
      'adwright_cache_stale_seconds{cache="api",kind="AdJob"} 12.5',
      'adwright_cache_stale_seconds{cache="pipeline",kind="AdJob"} 0',
    ]),
  );
});
