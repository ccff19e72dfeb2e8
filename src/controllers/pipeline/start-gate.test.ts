import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildJob, imageSpec } from '../../../test/support/pipeline/build-job.ts';
import { defaultShare, type AccountShare } from '../../domain/fairness.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { StartGate } from './start-gate.ts';

const on: AdJobStatus = { phase: 'PROCESSING', stages: [{ name: 'image', state: 'Running', attempt: 1 }] };
const over: AdJobStatus = { phase: 'SUCCESS' };

/** Returns a job. All jobs were created at the same time, so the one whose name sorts first counts as older. */
const job = (name: string, status?: AdJobStatus, suspend = false): AdJob =>
  buildJob({ metadata: { name, uid: name }, spec: imageSpec({ suspend }), ...(status && { status }) });
const deleted = (name: string, status?: AdJobStatus): AdJob => {
  const { metadata, ...rest } = job(name, status);
  return { ...rest, metadata: { ...metadata, deletionTimestamp: '2026-11-20T10:00:00Z' } };
};
const cancelled = (name: string, status?: AdJobStatus): AdJob =>
  buildJob({ metadata: { name, uid: name }, spec: imageSpec({ cancel: true }), ...(status && { status }) });
const key = (name: string) => ({ namespace: 'default', name });

function gateOf(maxRunningJobs: number, ...jobs: AdJob[]): StartGate {
  const gate = new StartGate({ maxRunningJobs });
  for (const one of jobs) gate.observe(one);
  return gate;
}

describe('mayStart', () => {
  test('mayStart admits as many jobs as there are slots, even before the cache shows that they run', () => {
    const gate = gateOf(2, job('a'), job('b'), job('c'));
    expect([gate.mayStart('a'), gate.mayStart('b'), gate.mayStart('c')]).toEqual([true, true, false]);
  });

  test('mayStart prefers the older job, whichever job asks first', () => {
    const gate = gateOf(1, job('a'), job('b'));
    expect([gate.mayStart('b'), gate.mayStart('a')]).toEqual([false, true]);
  });

  test('mayStart still admits a job that has a slot when it asks again', () => {
    const gate = gateOf(1, job('a'));
    expect([gate.mayStart('a'), gate.mayStart('a')]).toEqual([true, true]);
  });

  test('mayStart counts jobs that were running before this process started', () => {
    expect(gateOf(1, job('a', on), job('b')).mayStart('b')).toBe(false);
  });

  test('mayStart admits no job if the limit is zero', () => {
    expect(gateOf(0, job('a')).mayStart('a')).toBe(false);
  });

  test('a suspended job takes no slot', () => {
    expect(gateOf(1, job('a', undefined, true), job('b')).mayStart('b')).toBe(true);
  });

  test('a job that is being deleted takes no slot', () => {
    expect(gateOf(1, deleted('a'), job('b')).mayStart('b')).toBe(true);
  });

  test('mayStart refuses a job that was never observed', () => {
    expect(gateOf(1).mayStart('a')).toBe(false);
  });
});

describe('a free slot', () => {
  test.each<[string, (gate: StartGate) => unknown]>([
    ['ends', (gate) => gate.observe(job('a', over))],
    ['is gone', (gate) => gate.observeStages(key('a'), 'a')],
    ['is suspended', (gate) => twice(gate, job('a', { phase: 'PROCESSING', stages: [] }, true))],
    ['is deleted', (gate) => twice(gate, deleted('a', on))],
  ])('the slot of a job that %s is offered to the next job', (_, leave) => {
    const gate = gateOf(1, job('a', on), job('b'), job('c'));
    expect(leave(gate)).toEqual([key('b')]);
    expect(gate.mayStart('b')).toBe(true);
  });

  test('the slot of a running job is not offered', () => {
    const gate = gateOf(1, job('a', on), job('b'));
    expect(gate.observe(job('a', on))).toEqual([]);
  });
});

/** Reports the changed job twice: during a pass of the controller, and when the pass has ended. */
function twice(gate: StartGate, job: AdJob): ObjectKey[] {
  return [...gate.observe(job), ...gate.observeIdle(job)];
}

describe('stages that are being stopped', () => {
  const alive = new Set<string>();
  const gateWith = (...jobs: AdJob[]): StartGate => {
    const gate = new StartGate({ maxRunningJobs: 1 }, undefined, (uid) => alive.has(uid));
    for (const one of jobs) gate.observe(one);
    return gate;
  };
  beforeEach(() => {
    alive.clear();
  });

  test.each<[string, AdJob]>([
    ['has failed, was cancelled or timed out', job('a', { phase: 'FAILED' })],
    ['is deleted', deleted('a', on)],
    ['is suspended', job('a', { phase: 'PROCESSING', stages: [] }, true)],
  ])('a stage that is being stopped keeps the slot of a job that %s until the stage ends', (_, leaving) => {
    const gate = gateWith(job('a', on), job('b'));
    alive.add('a');
    expect(twice(gate, leaving)).toEqual([]);
    expect(gate.mayStart('b')).toBe(false);
    expect(gate.counts(key('acme'))).toEqual({ running: 0, pending: 1 });
    alive.clear();
    expect(twice(gate, leaving)).toEqual([key('b')]);
  });

  test('a stage that is being stopped keeps the slot of a job that is gone', () => {
    const gate = gateWith(job('a', on), job('b'));
    alive.add('a');
    expect(gate.observeStages(key('a'), 'a')).toEqual([]);
    expect(gate.mayStart('b')).toBe(false);
    alive.clear();
    expect(gate.observeStages(key('a'), 'a')).toEqual([key('b')]);
  });

  test('a live stage takes a slot before its job is observed, and no second slot afterwards', () => {
    const gate = gateWith();
    alive.add('a');
    gate.observeStages(key('a'), 'a');
    gate.observe(job('b'));
    expect(gate.mayStart('b')).toBe(false);
    gate.observe(job('a', over));
    expect(gate.mayStart('b')).toBe(false);
    alive.clear();
    expect(gate.observe(job('a', over))).toEqual([key('b')]);
  });

  test('a resumed job whose stage is still being stopped keeps its slot', () => {
    const gate = gateWith(job('a', on), job('b'));
    alive.add('a');
    twice(gate, job('a', { phase: 'PROCESSING', stages: [] }, true));
    gate.observe(job('a', { phase: 'PROCESSING', stages: [] }));
    expect([gate.mayStart('a'), gate.mayStart('b')]).toEqual([true, false]);
  });

  test('a job cancelled during its pass keeps its slot, because the pass may still launch a stage', () => {
    const gate = gateWith(job('a'), job('b'));
    expect(gate.mayStart('a')).toBe(true);
    expect(gate.observe(cancelled('a'))).toEqual([]);
    alive.add('a');
    expect(gate.observeIdle(cancelled('a'))).toEqual([]);
    expect(gate.mayStart('b')).toBe(false);
  });

  test.each<[string, AdJob]>([
    ['its spec changes again', cancelled('a')],
    ['the cancel is undone', job('a')],
  ])('a job cancelled during its pass keeps its slot if %s before the pass ends', (_, changed) => {
    const gate = gateWith(job('a'), job('b'));
    gate.mayStart('a');
    expect([...gate.observe(cancelled('a')), ...gate.observe(changed)]).toEqual([]);
    expect(gate.mayStart('b')).toBe(false);
  });
});

const of = (account: string, name: string, status?: AdJobStatus, suspend = false): AdJob =>
  buildJob({
    metadata: { name, uid: name },
    spec: imageSpec({ accountRef: { name: account }, suspend }),
    ...(status && { status }),
  });

/** A gate that decides which jobs may start, and accounts whose limit and weight a test can change. */
class Installation {
  /** Uids of the jobs that have a live stage. */
  readonly alive = new Set<string>();
  readonly shares = new Map<string, AccountShare>();
  readonly gate: StartGate;

  constructor(maxRunningJobs: number) {
    const shareOf = ({ name }: ObjectKey) => this.shares.get(name) ?? defaultShare;
    this.gate = new StartGate({ maxRunningJobs }, shareOf, (uid) => this.alive.has(uid));
  }

  share(account: string, share: Partial<AccountShare>): ObjectKey[] {
    this.shares.set(account, { ...defaultShare, ...share });
    return this.gate.reconsider(key(account));
  }
}

describe('accounts', () => {
  test('a flood from one account delays the only job of another account by at most one running job', () => {
    const { gate } = new Installation(2);
    for (let i = 10_000; i < 20_000; i += 1) gate.observe(of('flood', `flood-${i}`));
    for (const name of ['flood-10000', 'flood-10001']) {
      expect(gate.mayStart(name)).toBe(true);
      gate.observe(of('flood', name, on));
    }
    gate.observe(of('small', 'z'));
    expect(gate.mayStart('z')).toBe(false);
    expect(gate.observe(of('flood', 'flood-10000', over))).toEqual([key('z')]);
  });

  test('a limit of one account does not block other accounts, and raising it starts the waiting jobs', () => {
    const installation = new Installation(5);
    const { gate } = installation;
    installation.share('a', { maxRunningJobs: 1 });
    for (const name of ['a1', 'a2', 'a3']) gate.observe(of('a', name));
    gate.observe(of('b', 'b1'));
    expect(['a1', 'a2', 'b1'].map((name) => gate.mayStart(name))).toEqual([true, false, true]);
    expect(installation.share('a', { maxRunningJobs: 2 })).toEqual([key('a2')]);
    expect(installation.share('a', {})).toEqual([key('a3')]);
  });

  test('a changed weight applies from the next start', () => {
    const installation = new Installation(4);
    const { gate } = installation;
    for (const name of ['a1', 'a2', 'a3', 'a4']) gate.observe(of('a', name));
    for (const name of ['b1', 'b2', 'b3', 'b4']) gate.observe(of('b', name));
    expect(gate.mayStart('b2')).toBe(true);
    expect([gate.counts(key('a')), gate.counts(key('b'))]).toEqual([
      { running: 0, pending: 4 },
      { running: 0, pending: 4 },
    ]);
    for (const name of ['a1', 'a2']) gate.observe(of('a', name, on));
    for (const name of ['b1', 'b2']) gate.observe(of('b', name, on));
    installation.share('b', { weight: 3 });
    expect(gate.observe(of('a', 'a1', over))).toEqual([key('b3')]);
    expect(gate.counts(key('b'))).toEqual({ running: 2, pending: 2 });
  });

  test('a suspended job blocks no other job, and waits for a slot when it resumes', () => {
    const { gate } = new Installation(1);
    for (const name of ['a1', 'a2']) gate.observe(of('a', name));
    expect(gate.mayStart('a1')).toBe(true);
    expect(twice(gate, of('a', 'a1', undefined, true))).toEqual([key('a2')]);
    gate.observe(of('a', 'a1'));
    expect(gate.mayStart('a1')).toBe(false);
    expect(gate.counts(key('a'))).toEqual({ running: 0, pending: 2 });
  });
});

interface Standing {
  account: string;
  state: 'waiting' | 'let in' | 'running' | 'stopping' | 'suspended' | 'gone';
}

/** Reference model: computes the expected state of the gate by brute force. */
class Model extends Installation {
  readonly jobs = new Map<string, Standing>();
  readonly max: number;

  constructor(max: number) {
    super(max);
    this.max = max;
  }

  set(name: string, account: string, state: Standing['state']): void {
    this.jobs.set(name, { account, state });
    if (state === 'running' || state === 'stopping') this.alive.add(name);
    else this.alive.delete(name);
    if (state === 'gone') this.letIn(this.gate.observeStages(key(name), name));
    else this.letIn(twice(this.gate, this.seen(name)));
  }

  seen(name: string): AdJob {
    const { account = '', state } = this.jobs.get(name) ?? {};
    if (state === 'stopping') return of(account, name, { phase: 'FAILED' });
    return of(account, name, state === 'running' ? on : undefined, state === 'suspended');
  }

  letIn(keys: ObjectKey[]): void {
    for (const { name } of keys) {
      const job = this.jobs.get(name);
      if (job?.state === 'waiting') this.jobs.set(name, { ...job, state: 'let in' });
    }
  }

  askAll(): void {
    for (const [name, { state }] of this.jobs)
      if (state === 'waiting' && this.gate.mayStart(name)) this.letIn([key(name)]);
  }

  held(account?: string): number {
    const places: Standing['state'][] = ['let in', 'running', 'stopping'];
    const holding = [...this.jobs.values()].filter(({ state }) => places.includes(state));
    return holding.filter((one) => account === undefined || one.account === account).length;
  }

  limitOf(account: string): number {
    return this.shares.get(account)?.maxRunningJobs ?? Infinity;
  }

  waiting(): [string, Standing][] {
    return [...this.jobs].filter(([, { state }]) => state === 'waiting');
  }

  of(...states: Standing['state'][]): [string, Standing][] {
    return [...this.jobs].filter(([, { state }]) => states.includes(state));
  }
}

const accounts = ['a', 'b', 'c'];
const step = fc.record({
  kind: fc.constantFrom('make', 'start', 'end', 'cancel', 'stopped', 'suspend', 'go on', 'retry', 'limit'),
  account: fc.constantFrom(...accounts),
  pick: fc.nat(1_000),
  weight: fc.integer({ min: 1, max: 4 }),
  maxRunningJobs: fc.option(fc.nat(3), { nil: undefined }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function take(model: Model, { kind, account, pick, weight, maxRunningJobs }: Step): void {
  const among = (...states: Standing['state'][]) => {
    const jobs = model.of(...states);
    return jobs[pick % Math.max(1, jobs.length)];
  };
  const move = (found: [string, Standing] | undefined, state: Standing['state']) => {
    if (found !== undefined) model.set(found[0], found[1].account, state);
  };
  if (kind === 'make') model.set(`${String(pick).padStart(4, '0')}-${model.jobs.size}`, account, 'waiting');
  if (kind === 'start') move(among('let in'), 'running');
  if (kind === 'end') move(among('running'), 'gone');
  if (kind === 'cancel') move(among('running'), 'stopping');
  if (kind === 'stopped') move(among('stopping'), 'gone');
  if (kind === 'suspend') move(among('running', 'let in', 'waiting'), 'suspended');
  if (kind === 'go on') move(among('suspended'), 'waiting');
  if (kind === 'retry') move(among('running'), 'waiting');
  if (kind === 'limit') model.letIn(model.share(account, { weight, maxRunningJobs }));
}

const scenario = fc.record({ max: fc.nat(4), steps: fc.array(step, { maxLength: 80 }) });

test('the gate never exceeds a limit and never leaves a slot free that a job may take', () => {
  fc.assert(
    fc.property(scenario, ({ max, steps }) => {
      const model = new Model(max);
      for (const one of steps) {
        const before = new Map(accounts.map((account) => [account, model.held(account)]));
        take(model, one);
        model.askAll();
        expect(model.held()).toBeLessThanOrEqual(max);
        for (const account of accounts) {
          const most = Math.max(model.limitOf(account), before.get(account) ?? 0);
          expect(model.held(account)).toBeLessThanOrEqual(most);
        }
        const mayStill = model.waiting().filter(([, { account }]) => model.held(account) < model.limitOf(account));
        expect(model.held() < max ? mayStill : []).toEqual([]);
      }
    }),
  );
});

test('after any sequence of events every job starts once the jobs before it have ended', () => {
  fc.assert(
    fc.property(scenario, ({ max, steps }) => {
      const model = new Model(max + 1);
      for (const one of steps) take(model, one);
      for (const account of accounts) model.letIn(model.share(account, {}));
      for (const [name, { account }] of model.of('suspended')) model.set(name, account, 'waiting');
      model.askAll();
      for (let passes = model.jobs.size; passes > 0; passes -= 1) {
        for (const [name, { account }] of model.of('let in', 'running', 'stopping').slice(0, 1))
          model.set(name, account, 'gone');
      }
      expect(model.waiting()).toEqual([]);
    }),
  );
});

test('accounts with jobs always waiting share the slots by weight, within one job', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 4 });
  const ends = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 30 }), ends, (given, max, picks) => {
      const model = new Model(max);
      for (const [i, weight] of given.entries()) model.share(`w${i}`, { weight });
      for (let n = 0; n < max + picks.length; n += 1) {
        for (const i of given.keys()) model.gate.observe(of(`w${i}`, `${String(n).padStart(3, '0')}-${i}`));
      }
      const running: string[] = [];
      const run = (keys: ObjectKey[]) => running.push(...keys.map(({ name }) => name));
      run(model.gate.reconsider(key('w0')));
      for (const pick of picks) {
        const [ended = ''] = running.splice(pick % running.length, 1);
        run(model.gate.observeStages(key(ended), ended));
        const held = given.map((_, i) => running.filter((name) => name.endsWith(`-${i}`)).length);
        expect(running).toHaveLength(max);
        expectShares(held, given, max);
      }
    }),
  );
});

/** Expects that no account runs a job more than its share and, of two accounts, that none runs a job less. */
function expectShares(held: number[], weights: number[], places: number): void {
  const sum = weights.reduce((all, one) => all + one, 0);
  for (const [i, weight] of weights.entries()) {
    const ideal = (places * weight) / sum;
    expect(held[i]).toBeLessThan(ideal + 1);
    if (weights.length === 2) expect(held[i]).toBeGreaterThan(ideal - 1);
  }
}
