import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { callbackDeps } from '../../../test/support/callbacks/callback-deps.ts';
import { Installation } from '../../../test/support/installation/installation.ts';
import { acme as account, createAccount } from '../../../test/support/installation/objects.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { until } from '../../../test/support/process/until.ts';
import { unsent } from '../../domain/delivery.ts';
import { aborted } from '../../runtime/aborted.ts';
import { Controller } from '../../runtime/controller.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';
import type { SqliteStore } from '../../store/sqlite-store.ts';
import { Attempts, type DueCallback } from './attempts.ts';
import type { CallbackStore } from './callback-store.ts';
import { createCallbackMetrics } from './metrics.ts';

const key = { namespace: 'default', name: 'job' };
const url = 'https://hooks.example.com/';

let clock: FakeClock;
let store: SqliteStore;
let registry: Registry;
let keys: Buffer[];
let saved: number;
let delivery: DeliveryStatus;
let attempts: Attempts;
let sent: number;
let due: DueCallback;

beforeEach(async () => {
  [clock, registry, keys, saved, sent, delivery] = [new FakeClock(), new Registry(), [], 0, 0, unsent];
  const home = new Installation({ clock });
  ({ store } = home);
  await createAccount(home);
  const callbacks: CallbackStore = {
    load: () => Promise.resolve({ jobId: 'job', account, url, body: Buffer.from('{}'), endMs: 0, delivery }),
    save: (_key, _callback, change) => {
      saved += 1;
      return Promise.resolve(change(delivery).delivery);
    },
  };
  const deps = callbackDeps(home, {
    sender: {
      send: () => {
        sent += 1;
        return Promise.resolve({ outcome: 'delivered', status: 204, latencyMs: 1 });
      },
    },
    signingKeys: () => Promise.resolve(keys),
    metrics: createCallbackMetrics(registry),
    allowHttp: false,
  });
  const { logger } = home;
  const queue = new Controller({ name: 'callback', reconcile: () => Promise.resolve({}), clock, logger });
  attempts = new Attempts(deps);
  due = { callbacks, queue, key, account, url, dueMs: clock.now().getTime() };
});
afterEach(async () => {
  await attempts.drain(0);
  store.close();
});

/** Makes an attempt `seconds` after the one before. */
async function attemptAfter(seconds: number): Promise<void> {
  const before = saved;
  await clock.advance(seconds * 1_000);
  attempts.add({ ...due, dueMs: clock.now().getTime() });
  await until(() => saved > before);
  await clock.advance(0);
}

test('a callback that cannot be signed is due until it is delivered', async () => {
  for (let minute = 0; minute < 6; minute += 1) await attemptAfter(60);
  await clock.advance(60_000);
  expect(attempts.oldestDueSeconds()).toBe(360);
  keys = [Buffer.alloc(32)];
  await attemptAfter(0);
  expect(attempts.oldestDueSeconds()).toBe(0);
});

test('a callback that needs no attempt any more is not due', async () => {
  await attemptAfter(0);
  await clock.advance(60_000);
  attempts.clearDueTime(due);
  expect(attempts.oldestDueSeconds()).toBe(0);
});

test('a replay is not counted in adwright_callback_delay_seconds', async () => {
  keys = [Buffer.alloc(32)];
  const delays = async () => {
    const { values } = (await registry.getSingleMetric('adwright_callback_delay_seconds')?.get()) ?? { values: [] };
    return values.find((one) => 'metricName' in one && one.metricName === 'adwright_callback_delay_seconds_count')
      ?.value;
  };
  await attemptAfter(0);
  expect(await delays()).toBe(1);
  delivery = { state: 'pending', attempts: 1, attemptsBeforeReplay: 1 };
  await attemptAfter(60);
  expect(await delays()).toBe(1);
});

test('a slow store delays no other callback to the same receiver', async () => {
  keys = [Buffer.alloc(32)];
  const answer = new AbortController();
  const callbacks: CallbackStore = {
    ...due.callbacks,
    save: () => aborted(answer.signal).then(() => undefined),
  };
  for (let n = 1; n <= 20; n += 1) attempts.add({ ...due, callbacks, key: { ...key, name: `job-${n}` } });
  await until(() => sent === 20);
  answer.abort();
});
