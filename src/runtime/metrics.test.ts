import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { createCacheMetrics, createWorkQueueMetrics } from './metrics.ts';
import { WorkQueue } from './workqueue.ts';

test('each work queue has the conventional workqueue series', async () => {
  const registry = new Registry();
  const metricsOf = createWorkQueueMetrics(registry);
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock, metrics: metricsOf('pipeline') });
  new WorkQueue({ clock, metrics: metricsOf('idle') }).shutDown();
  for (const key of ['a', 'b']) queue.add(key);
  await clock.advance(2_000);
  await queue.take();
  await clock.advance(3_000);
  queue.addRateLimited('c');
  const lines = (await registry.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'workqueue_depth{name="pipeline"} 1',
      'workqueue_adds_total{name="pipeline"} 2',
      'workqueue_retries_total{name="pipeline"} 1',
      'workqueue_queue_duration_seconds_sum{name="pipeline"} 2',
      'workqueue_unfinished_work_seconds{name="pipeline"} 3',
      'workqueue_longest_running_processor_seconds{name="pipeline"} 3',
      'workqueue_unfinished_work_seconds{name="idle"} 0',
    ]),
  );
  queue.done('a');
  expect(await registry.metrics()).toContain('workqueue_work_duration_seconds_sum{name="pipeline"} 3');
});

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
