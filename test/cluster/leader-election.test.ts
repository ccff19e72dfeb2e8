import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { aborted } from '../../src/runtime/aborted.ts';
import { LeaderElection, type LeadershipEnd } from '../../src/runtime/leader-election.ts';
import { leaseKind } from '../../src/runtime/lease.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { openTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';
import { until } from '../support/process/until.ts';

/** A fifth of the default times, so that the tests are shorter. */
const timing = { leaseDurationMs: 3_000, renewDeadlineMs: 2_000, retryPeriodMs: 400 };

let cluster: TestCluster;
let namespace: string;
let key: ObjectKey;
const open: Candidate[] = [];
beforeAll(async () => {
  cluster = openTestCluster();
  namespace = await cluster.namespace('e-election');
});
beforeEach(() => {
  key = { namespace, name: `lease-${randomUUID()}` };
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.end()));
  await cluster.close();
});

interface Candidate {
  identity: string;
  election: LeaderElection;
  life: { leads: boolean; ended: LeadershipEnd | undefined; heard: string[] };
  end(): Promise<void>;
  /** From now on, all calls of this candidate to the API server fail. */
  cutOff(): void;
}

/** Starts a candidate. To the API server, it looks like a process of its own. */
function candidate(identity: string): Candidate {
  const stop = new AbortController();
  const life: Candidate['life'] = { leads: false, ended: undefined, heard: [] };
  const hear = (_: unknown, message?: string): void => void life.heard.push(message ?? '');
  const logger = { info: hear, warn: hear };
  let isCutOff = false;
  const election = new LeaderElection({
    store: reachable(() => !isCutOff),
    key,
    identity,
    clock: systemClock,
    logger,
    timing,
  });
  const run = election
    .run(stop.signal, async (signal) => {
      life.leads = true;
      await aborted(signal);
      life.leads = false;
    })
    .then((ended) => (life.ended = ended));
  const end = async () => {
    stop.abort();
    await run;
  };
  const one: Candidate = { identity, election, life, end, cutOff: () => void (isCutOff = true) };
  open.push(one);
  return one;
}

function reachable(isReachable: () => boolean): Pick<ObjectStore, 'get' | 'create' | 'patch'> {
  const call = <R>(send: () => Promise<R>): Promise<R> =>
    isReachable() ? send() : Promise.reject(new StoreError('Unavailable', 'cut off'));
  return {
    get: (kind, at) => call(() => cluster.store.get(kind, at)),
    create: (kind, object) => call(() => cluster.store.create(kind, object)),
    patch: (kind, at, patch) => call(() => cluster.store.patch(kind, at, patch)),
  };
}

async function leading(identity: string): Promise<Candidate> {
  const one = candidate(identity);
  await until(() => one.life.leads);
  return one;
}

const lease = async () => (await cluster.store.get(leaseKind, key))?.spec;
const leaders = (...all: Candidate[]) => all.filter(({ election }) => election.holds());

test('one of three candidates leads, and its Lease is valid for the API server', async () => {
  const all = ['a', 'b', 'c'].map(candidate);
  await until(() => leaders(...all).length === 1);
  const [first] = leaders(...all);
  const before = await lease();
  expect(before).toMatchObject({ holderIdentity: first?.identity, leaseDurationSeconds: 3, leaseTransitions: 0 });
  expect(before?.renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  await until(async () => (await lease())?.renewTime !== before?.renewTime);
  expect(leaders(...all)).toEqual([first]);
});

test('a leader that stops hands over at once', async () => {
  const first = await leading('a');
  const second = candidate('b');
  await first.end();
  expect(await lease()).toMatchObject({ holderIdentity: '' });
  await until(() => second.life.leads);
  expect([first.life.ended, first.election.holds()]).toEqual(['stopped', false]);
  expect(await lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
});

test('a leader that cannot reach the API server stops before another candidate leads', async () => {
  const first = await leading('a');
  const second = candidate('b');
  first.cutOff();
  let wereTwo = false;
  await until(() => {
    wereTwo ||= leaders(first, second).length > 1;
    return second.life.leads;
  });
  expect([wereTwo, first.life.ended, first.election.holds()]).toEqual([false, 'lost', false]);
});

test('the leader recreates a deleted Lease', async () => {
  const first = await leading('a');
  const second = candidate('b');
  await until(() => second.life.heard.includes('another process is the leader'));
  await cluster.store.delete(leaseKind, key);
  await until(async () => (await lease())?.holderIdentity === 'a');
  const { renewTime } = (await lease()) ?? {};
  await until(async () => (await lease())?.renewTime !== renewTime);
  expect([first.life.leads, second.life.leads]).toEqual([true, false]);
});

test('a label on the Lease does not end the lead', async () => {
  const first = await leading('a');
  for (const round of ['1', '2', '3']) {
    await cluster.store.patch(leaseKind, key, { metadata: { labels: { round } } });
    const { renewTime } = (await lease()) ?? {};
    await until(async () => (await lease())?.renewTime !== renewTime);
  }
  expect([first.election.holds(), first.life.ended]).toEqual([true, undefined]);
});
