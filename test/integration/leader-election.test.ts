import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import type { Clock } from '../../src/clock/port.ts';
import { aborted } from '../../src/runtime/aborted.ts';
import { LeaderElection, type LeadershipEnd } from '../../src/runtime/leader-election.ts';
import { leaseKind } from '../../src/runtime/lease.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { createLeaderMetrics } from '../../src/runtime/metrics.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import type { SqliteStore } from '../../src/store/sqlite-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { FakeClock, settle } from '../support/time/fake-clock.ts';
import { skewedClock } from '../support/time/skewed-clock.ts';

const key = { namespace: 'here', name: 'controller' };

let clock: FakeClock;
let store: SqliteStore;
beforeEach(() => {
  clock = new FakeClock('2026-11-01T12:00:00Z');
  store = new Installation({ clock }).store;
});
afterEach(() => {
  store.close();
});

interface Circumstances {
  clock?: Clock;
  store?: Pick<ObjectStore, 'get' | 'create' | 'patch'>;
  /** Work of the leader. It ends when the signal aborts. */
  lead?: (signal: AbortSignal) => Promise<void>;
}

/** Starts a process that takes part in the election until it is stopped. A killed process makes no further call. */
function candidate(identity: string, circumstances: Circumstances = {}) {
  const stop = new AbortController();
  const life = { dead: false, leads: false, end: undefined as LeadershipEnd | undefined };
  const logged: string[] = [];
  const log = (_: unknown, message?: string): void => void logged.push(message ?? '');
  const alive = mortal(circumstances.store ?? store, () => life.dead);
  const { lead = aborted } = circumstances;
  const election = new LeaderElection({
    key,
    identity,
    clock,
    ...circumstances,
    store: alive,
    logger: { info: log, warn: log },
    random: () => 0.5,
  });
  const run = election.run(stop.signal, async (signal) => {
    life.leads = true;
    await lead(signal);
    life.leads = false;
  });
  void run.then((end) => (life.end = end));
  return { election, life, logged, run, stop: () => (stop.abort(), settle()), kill: () => (life.dead = true) };
}

type Leases = Pick<ObjectStore, 'get' | 'create' | 'patch'>;

/** Returns the store as a process sees it. Once the process is dead or cut off, its calls never return. */
function mortal(inner: Leases, isCutOff: () => boolean): Leases {
  const call = <R>(send: () => Promise<R>): Promise<R> => (isCutOff() ? new Promise<R>(() => undefined) : send());
  return {
    get: (kind, at) => call(() => inner.get(kind, at)),
    create: (kind, object) => call(() => inner.create(kind, object)),
    patch: (kind, at, patch) => call(() => inner.patch(kind, at, patch)),
  };
}

/** Returns a store whose calls fail while `isUnavailable` returns true. */
function failing(error: StoreError, isUnavailable: () => boolean): Leases {
  const call = <R>(send: () => Promise<R>): Promise<R> => (isUnavailable() ? Promise.reject(error) : send());
  return {
    get: (kind, at) => call(() => store.get(kind, at)),
    create: (kind, object) => call(() => store.create(kind, object)),
    patch: (kind, at, patch) => call(() => store.patch(kind, at, patch)),
  };
}

const away = new StoreError('Unavailable', 'no route');
const lease = async () => (await store.get(leaseKind, key))?.spec;
const holder = async () => (await lease())?.holderIdentity;

test('one candidate leads, the others wait, and the Lease names the leader', async () => {
  const all = ['a', 'b', 'c'].map((name) => candidate(name));
  await clock.advance(60_000);
  expect(all.filter(({ life }) => life.leads)).toHaveLength(1);
  const [first] = all;
  expect(first?.election.holds()).toBe(true);
  expect(await lease()).toEqual({
    holderIdentity: 'a',
    leaseDurationSeconds: 15,
    acquireTime: '2026-11-01T12:00:00.000000Z',
    renewTime: '2026-11-01T12:00:59.400000Z',
    leaseTransitions: 0,
  });
  expect(all.map(({ logged }) => logged)).toEqual([
    ['became leader'],
    ['another process is the leader'],
    ['another process is the leader'],
  ]);
});

test('a dead leader is replaced when its Lease has been unchanged for the Lease duration, and not earlier', async () => {
  const first = candidate('a');
  await settle();
  const second = candidate('b');
  await clock.advance(5_000); // `a` last renewed the Lease at 4.4 s, and `b` has seen this by 6.6 s
  first.kill();
  await clock.advance(14_000);
  expect(second.life.leads).toBe(false);
  await clock.advance(6_000);
  expect(second.life.leads).toBe(true);
  expect(await lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
});

test('a stopped leader first ends its work, keeping the Lease, and then hands over at once', async () => {
  let endWork: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (endWork = resolve));
  const first = candidate('a', { lead: () => work });
  await settle();
  const second = candidate('b');
  await first.stop();
  await clock.advance(60_000);
  expect([first.election.holds(), await holder(), second.life.leads]).toEqual([true, 'a', false]);
  endWork();
  await settle();
  expect([first.life.end, first.election.holds(), await holder()]).toEqual(['stopped', false, '']);
  await clock.advance(2_400);
  expect([second.life.leads, await holder()]).toEqual([true, 'b']);
});

test('a candidate that is stopped while it waits never leads', async () => {
  const first = candidate('a');
  await settle();
  const second = candidate('b');
  await clock.advance(1_000);
  await second.stop();
  expect([second.life.end, second.life.leads]).toEqual(['stopped', false]);
  first.kill();
  await clock.advance(60_000);
  expect(await holder()).toBe('a');
});

test('a leader that was paused beyond the renew deadline no longer holds the lead', async () => {
  let pausedMs = 0;
  const paused = { now: () => clock.now(), monotonicMs: () => clock.monotonicMs() + pausedMs };
  const first = candidate('a', { clock: { ...paused, sleep: (delayMs, signal) => clock.sleep(delayMs, signal) } });
  await clock.advance(1_000);
  pausedMs = 10_000; // the process was suspended for 10 s, and no timer has fired since
  expect(first.election.holds()).toBe(false);
  await clock.advance(2_200);
  expect([first.life.end, first.life.leads]).toEqual(['lost', false]);
});

test('a renewal that is answered after the deadline does not restore the lead', async () => {
  let pausedMs = 0;
  const pausedClock: Clock = {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs() + pausedMs,
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
  const pausing: Leases = {
    get: (kind, at) => store.get(kind, at),
    create: (kind, object) => store.create(kind, object),
    patch: async (kind, at, patch) => {
      const written = await store.patch(kind, at, patch);
      pausedMs = 8_000;
      return written;
    },
  };
  const first = candidate('a', { clock: pausedClock, store: pausing });
  await clock.advance(2_200);
  expect([first.election.holds(), first.life.end]).toEqual([false, 'lost']);
});

test('an unavailable store ends the lead exactly at the renew deadline', async () => {
  let isUnavailable = false;
  const first = candidate('a', { store: failing(away, () => isUnavailable) });
  await clock.advance(2_200); // `a` has just renewed the Lease
  isUnavailable = true;
  await clock.advance(9_999);
  expect([first.election.holds(), first.life.leads]).toEqual([true, true]);
  await clock.advance(1);
  expect([first.election.holds(), first.life.end]).toEqual([false, 'lost']);
  expect(first.logged.at(-1)).toBe('leader election lost');
});

test('a store that does not answer ends the lead at the renew deadline', async () => {
  let isCutOff = false;
  const first = candidate('a', { store: mortal(store, () => isCutOff) });
  await clock.advance(2_200);
  isCutOff = true;
  await clock.advance(9_999);
  expect(first.life.leads).toBe(true);
  await clock.advance(1);
  expect(first.life.end).toBe('lost');
});

test('a store that recovers before the deadline does not end the lead', async () => {
  let isUnavailable = false;
  const first = candidate('a', { store: failing(away, () => isUnavailable) });
  await clock.advance(2_200);
  isUnavailable = true;
  await clock.advance(7_500);
  isUnavailable = false;
  await clock.advance(60_000);
  expect([first.election.holds(), first.life.leads, first.life.end]).toEqual([true, true, undefined]);
});

test('a candidate that cannot reach the store retries and leads once it can', async () => {
  let isUnavailable = true;
  const first = candidate('a', { store: failing(away, () => isUnavailable) });
  await clock.advance(60_000);
  expect(first.life.leads).toBe(false);
  isUnavailable = false;
  await clock.advance(2_400);
  expect(first.life.leads).toBe(true);
});

test('writes of labels to the Lease do not end the lead', async () => {
  const first = candidate('a');
  await settle();
  for (let round = 0; round < 20; round += 1) {
    await store.patch(leaseKind, key, { metadata: { labels: { round: String(round) } } });
    await clock.advance(1_500);
  }
  expect([first.election.holds(), first.life.end]).toEqual([true, undefined]);
});

test('a leader whose Lease was taken stops at its next renewal', async () => {
  const first = candidate('a');
  await settle();
  await store.patch(leaseKind, key, { spec: { holderIdentity: 'by hand' } });
  await clock.advance(2_200);
  expect([first.election.holds(), first.life.end, await holder()]).toEqual([false, 'lost', 'by hand']);
});

test('a deleted Lease is recreated by its leader, and waiting candidates do not take it', async () => {
  const first = candidate('a');
  await clock.advance(1_000);
  const second = candidate('b');
  await clock.advance(3_500); // the next call to the store will come from `b`
  await store.delete(leaseKind, key);
  await clock.advance(60_000);
  expect([first.life.leads, second.life.leads, await holder()]).toEqual([true, false, 'a']);
});

test('a Lease that is deleted with its dead holder is recreated by another candidate', async () => {
  const first = candidate('a');
  await settle();
  const second = candidate('b');
  await settle();
  first.kill();
  await store.delete(leaseKind, key);
  await clock.advance(20_000);
  expect([second.life.leads, await holder()]).toEqual([true, 'b']);
});

test.each<[string, number]>([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('a candidate whose clock is %s neither takes the Lease early nor waits forever', async (_, wallMs) => {
  const first = candidate('a');
  await settle();
  const second = candidate('b', { clock: skewedClock(clock, { wallMs, monotonicMs: -wallMs }) });
  await clock.advance(120_000);
  expect([first.life.leads, second.life.leads]).toEqual([true, false]);
  first.kill();
  await clock.advance(20_000);
  expect(second.life.leads).toBe(true);
  const third = candidate('c');
  await clock.advance(60_000);
  expect([second.life.leads, third.life.leads]).toEqual([true, false]);
});

test('the leader metric shows the current state', async () => {
  const registry = new Registry();
  const logger = { info: () => undefined, warn: () => undefined };
  const metrics = createLeaderMetrics(registry, key.name);
  const election = new LeaderElection({ store, key, identity: 'a', clock, logger, metrics });
  const status = async () => (await registry.getSingleMetric('leader_election_master_status')?.get())?.values[0];
  expect(await status()).toEqual({ labels: { name: 'controller' }, value: 0 });
  const stop = new AbortController();
  const run = election.run(stop.signal, aborted);
  await settle();
  expect(await status()).toMatchObject({ value: 1 });
  stop.abort();
  await run;
  expect(await status()).toMatchObject({ value: 0 });
});

test('a Lease duration that does not exceed the renew deadline is refused', () => {
  const timing = { leaseDurationMs: 10_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };
  const logger = { info: () => undefined, warn: () => undefined };
  expect(() => new LeaderElection({ store, key, identity: 'a', clock, logger, timing })).toThrow(RangeError);
});
