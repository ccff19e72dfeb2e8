import { beforeEach, expect, test } from '@jest/globals';
import { callbackDeps } from '../../../test/support/callbacks/callback-deps.ts';
import { Installation } from '../../../test/support/installation/installation.ts';
import { FakeClock, settle } from '../../../test/support/time/fake-clock.ts';
import { loggerInto } from '../../../test/support/process/log-lines.ts';
import { until } from '../../../test/support/process/until.ts';
import { unsent } from '../../domain/delivery.ts';
import { aborted } from '../../runtime/aborted.ts';
import { Controller } from '../../runtime/controller.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';
import { Attempts } from './attempts.ts';
import type { CallbackStore } from './callback-store.ts';

const account = { namespace: 'default', name: 'acme' };
/** Address of every receiver in these tests. At most eight connections to one address are allowed. */
const address = '192.0.2.1 port 443';
const connectionsMax = 8;
const graceMs = 10_000;

let clock: FakeClock;
let attempts: Attempts;
let answer: AbortController;
let connected: number;
let saved: DeliveryStatus[];

beforeEach(() => {
  [clock, answer, connected, saved] = [new FakeClock(), new AbortController(), 0, []];
  const logger = loggerInto([]);
  const forbidden = () => Promise.reject(new Error('The test has no store.'));
  const { archive } = new Installation({ clock });
  const store = { get: forbidden, patch: forbidden, patchStatus: forbidden };
  const deps = callbackDeps(
    { store, archive, clock, logger },
    {
      allowHttp: false,
      sender: {
        async send(_callback, claim, signal) {
          if (!claim(address)) return 'address-busy';
          connected += 1;
          await Promise.race([aborted(signal), aborted(answer.signal)]);
          signal.throwIfAborted();
          return { outcome: 'delivered', status: 204, latencyMs: 1 };
        },
      },
      signingKeys: () => Promise.resolve([Buffer.alloc(32)]),
    },
  );
  attempts = new Attempts(deps);
  const queue = new Controller({ name: 'callback', reconcile: () => Promise.resolve({}), clock, logger });
  for (let n = 1; n <= 20; n += 1) {
    const name = `job-${n}`;
    const url = `https://host-${n}.example.com/`;
    const callback = { jobId: name, account, url, body: Buffer.from('{}'), endMs: 0, delivery: unsent };
    const callbacks: CallbackStore = {
      load: () => Promise.resolve(callback),
      save: (_key, _callback, change) => {
        const { delivery } = change(unsent);
        saved.push(delivery);
        return Promise.resolve(delivery);
      },
    };
    attempts.add({ callbacks, queue, key: { namespace: 'default', name }, account, url, dueMs: 0 });
  }
});

/** Starts a drain and returns a function that reports whether it has ended. */
function drain(): () => boolean {
  let isDrained = false;
  void attempts.drain(graceMs).then(() => (isDrained = true));
  return () => isDrained;
}

test('a drain cuts the running attempts after its grace period and starts none that waits for an address', async () => {
  await until(() => connected === connectionsMax);
  const isDrained = drain();
  await clock.advance(graceMs - 1);
  expect(isDrained()).toBe(false);
  await clock.advance(1);
  await until(isDrained);
  await settle();
  expect([connected, saved]).toEqual([connectionsMax, []]);
});

test('a drain stores the results of the running attempts and starts none that waits for an address', async () => {
  await until(() => connected === connectionsMax);
  const isDrained = drain();
  answer.abort();
  await until(isDrained);
  await settle();
  expect(connected).toBe(connectionsMax);
  expect(saved.map(({ state }) => state)).toEqual(Array.from({ length: connectionsMax }, () => 'delivered'));
});
