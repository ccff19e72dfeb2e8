import { expect, test } from '@jest/globals';
import { FakeClock, settle } from '../../test/support/time/fake-clock.ts';
import { until } from '../../test/support/process/until.ts';
import { Controller, type ControllerOptions, type Reconcile } from './controller.ts';
import { NotLeadingError } from './fence.ts';

const key = (name: string) => ({ namespace: 'here', name });

/** Starts a controller and records its warnings. */
function running(reconcile: Reconcile, options: Partial<ControllerOptions> = {}) {
  const clock = new FakeClock();
  const warnings: unknown[] = [];
  const logger = { warn: (fields: unknown) => warnings.push(fields) };
  const controller = new Controller({ name: 'test', reconcile, clock, logger, ...options });
  const stop = new AbortController();
  const ended = controller.run(stop.signal);
  return { controller, clock, warnings, stop, ended };
}

/** Returns a `reconcile` whose calls end only when the test calls `endNext`. */
function held() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let now = 0;
  let most = 0;
  const reconcile: Reconcile = async ({ name }) => {
    begun.push(name);
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => ends.push(resolve));
    now -= 1;
    return {};
  };
  return { begun, reconcile, endNext: () => ends.shift()?.(), most: () => most };
}

test('the controller reconciles keys that are enqueued before and after it starts', async () => {
  const seen: string[] = [];
  const reconcile: Reconcile = ({ namespace, name }) => {
    seen.push(`${namespace} ${name}`);
    return Promise.resolve({});
  };
  const logger = { warn: () => undefined };
  const controller = new Controller({ name: 'test', reconcile, clock: new FakeClock(), logger });
  controller.enqueue(key('a'));
  const stop = new AbortController();
  const ended = controller.run(stop.signal);
  controller.enqueue(key('b'));
  await settle();
  expect(seen).toEqual(['here a', 'here b']);
  stop.abort();
  await ended;
});

test('the controller works on one key per worker at a time, and never on one key twice at once', async () => {
  const work = held();
  const { controller } = running(work.reconcile, { workers: 2 });
  for (const name of ['a', 'b', 'c']) controller.enqueue(key(name));
  await settle();
  controller.enqueue(key('a'));
  expect(work.begun).toEqual(['a', 'b']);
  work.endNext();
  await settle();
  expect(work.begun).toEqual(['a', 'b', 'c']);
  work.endNext();
  await settle();
  expect(work.begun).toEqual(['a', 'b', 'c', 'a']);
  expect(work.most()).toBe(2);
});

test('the controller reconciles a key again after the requested delay', async () => {
  let turns = 0;
  const { controller, clock } = running(() => {
    turns += 1;
    return Promise.resolve(turns === 1 ? { requeueAfterMs: 1_000 } : {});
  });
  controller.enqueue(key('a'));
  await clock.advance(999);
  expect(turns).toBe(1);
  await clock.advance(1);
  expect(turns).toBe(2);
  await clock.advance(100_000);
  expect(turns).toBe(2);
});

test('the controller retries a failed key with a growing back-off, which a success resets', async () => {
  const times: number[] = [];
  const backoff = { baseMs: 10, maxMs: 1_000 };
  const { controller, clock, warnings } = running(
    () => {
      times.push(clock.monotonicMs());
      return times.length === 4 ? Promise.resolve({ requeueAfterMs: 1 }) : Promise.reject(new Error('no'));
    },
    { backoff },
  );
  controller.enqueue(key('a'));
  await clock.advance(100);
  expect(times).toEqual([0, 10, 30, 70, 71, 81]);
  expect(warnings).toHaveLength(5);
  expect(warnings[0]).toMatchObject({ controller: 'test', key: 'here/a' });
});

test('the controller retries a key whose reconcile throws synchronously', async () => {
  let turns = 0;
  const { controller, clock } = running(() => {
    turns += 1;
    throw new Error('no');
  });
  controller.enqueue(key('a'));
  await clock.advance(6);
  expect(turns).toBe(2);
});

test('a key that another replica now leads is dropped without a warning', async () => {
  let turns = 0;
  const { controller, clock, warnings } = running(() => {
    turns += 1;
    return Promise.reject(new NotLeadingError());
  });
  controller.enqueue(key('a'));
  await clock.advance(10_000_000);
  expect([turns, warnings]).toEqual([1, []]);
});

test('a stopped controller waits for reconciles in progress and starts no others', async () => {
  const work = held();
  const { controller, stop, ended } = running(work.reconcile);
  controller.enqueue(key('a'));
  controller.enqueue(key('b'));
  await settle();
  let isOver = false;
  void ended.then(() => (isOver = true));
  stop.abort();
  await settle();
  expect(isOver).toBe(false);
  work.endNext();
  await ended;
  expect(work.begun).toEqual(['a']);
});

test('a reconcile that outlasts the grace period has its signal aborted', async () => {
  const { controller, clock, stop, ended } = running(
    async (_, signal) => {
      await clock.sleep(Infinity, signal);
      return {};
    },
    { graceMs: 5_000 },
  );
  controller.enqueue(key('a'));
  await until(() => clock.sleeping === 1);
  stop.abort();
  await clock.advance(4_999);
  expect(clock.sleeping).toBe(2);
  await clock.advance(1);
  await ended;
  expect(clock.sleeping).toBe(0);
});
