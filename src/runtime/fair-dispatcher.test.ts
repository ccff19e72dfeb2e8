import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FairDispatcher, type Work } from './fair-dispatcher.ts';

interface Job {
  account: string;
  origin: string;
  address: string;
}

/** Runs work items that end only when the test ends them, and records the order in which they start. */
class Bench {
  readonly dispatcher: FairDispatcher;
  readonly started: string[] = [];
  readonly running = new Map<string, { job: Job; end: () => void }>();
  readonly #jobs = new Map<string, Job>();
  #count = 0;

  constructor(limits = { total: 8, reserved: 0, perOrigin: 2, perAddress: 2 }) {
    this.dispatcher = new FairDispatcher(limits);
  }

  add(account: string, origin: string, address = origin): string {
    const id = `${account}/${origin}/${(this.#count += 1)}`;
    const job = { account, origin, address };
    this.#jobs.set(id, job);
    const run: Work['run'] = (claim) => {
      if (!claim(address)) return Promise.resolve();
      this.started.push(id);
      return new Promise<void>((resolve) => this.running.set(id, { job, end: resolve }));
    };
    this.dispatcher.add({ id, account, origin, run });
    return id;
  }

  /** Returns the work items that have not started. */
  waiting(): Job[] {
    return [...this.#jobs].filter(([id]) => !this.started.includes(id)).map(([, job]) => job);
  }

  /** Ends a running work item, and lets the dispatcher start the next one. */
  async end(id: string): Promise<void> {
    this.running.get(id)?.end();
    this.running.delete(id);
    await settled();
  }
}

/** Resolves after the promises that are settled now have called their handlers. */
async function settled(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
}

test('work items start at once up to the limit of an origin', () => {
  const bench = new Bench();
  const ids = [1, 2, 3].map(() => bench.add('a', 'x'));
  expect(bench.started).toEqual(ids.slice(0, 2));
});

test('a work item that is running or waiting is not added again', async () => {
  const bench = new Bench();
  let runs = 0;
  const work = { id: 'same', account: 'a', origin: 'x', run: () => Promise.resolve(void (runs += 1)) };
  bench.dispatcher.add(work);
  bench.dispatcher.add(work);
  await settled();
  expect(runs).toBe(1);
  bench.dispatcher.add(work);
  expect(runs).toBe(2);
});

test('a receiver that does not respond keeps no other receiver waiting', async () => {
  const bench = new Bench();
  for (let n = 0; n < 50; n += 1) bench.add('a', 'dead');
  const healthy = bench.add('a', 'healthy');
  expect(bench.started).toContain(healthy);
  await bench.end(healthy);
  const later = bench.add('b', 'other');
  expect(bench.started).toContain(later);
});

test('many host names with one address share the connections of the address', async () => {
  const bench = new Bench();
  for (let n = 0; n < 20; n += 1) bench.add('a', `host-${n}`, 'dead');
  await settled();
  expect(bench.running.size).toBe(2);
  const healthy = bench.add('a', 'healthy');
  await settled();
  expect(bench.started).toContain(healthy);
});

test('work items that wait for an address start when a connection to the address ends', async () => {
  const bench = new Bench();
  const ids = [1, 2, 3].map((n) => bench.add('a', `host-${n}`, 'one'));
  await settled();
  expect(bench.started).toEqual(ids.slice(0, 2));
  await bench.end(ids[0] ?? '');
  expect(bench.started).toEqual(ids);
});

test('a work item that claims another address frees the address that it claimed before', async () => {
  const bench = new Bench({ total: 8, reserved: 0, perOrigin: 4, perAddress: 1 });
  const claims: boolean[] = [];
  const run: Work['run'] = (claim) => {
    claims.push(claim('unreachable'), claim('second'));
    return new Promise(() => undefined);
  };
  bench.dispatcher.add({ id: 'moved', account: 'a', origin: 'x', run });
  const ids = [bench.add('a', 'y', 'unreachable'), bench.add('a', 'z', 'second')];
  await settled();
  expect(claims).toEqual([true, true]);
  expect(bench.started).toEqual(ids.slice(0, 1));
});

test('a work item that has freed its slot delays no other item, and does not run twice', async () => {
  const bench = new Bench({ total: 1, reserved: 0, perOrigin: 1, perAddress: 1 });
  let runs = 0;
  const run: Work['run'] = (claim, freeSlot) => {
    runs += 1;
    claim('x');
    freeSlot();
    return new Promise(() => undefined);
  };
  const work = { id: 'storing', account: 'a', origin: 'x', run };
  bench.dispatcher.add(work);
  bench.dispatcher.add(work);
  const next = bench.add('a', 'x');
  await settled();
  expect([runs, bench.started]).toEqual([1, [next]]);
  expect(bench.dispatcher.has('storing')).toBe(true);
});

test('an account with many work items delays an item of another account by at most one turn', async () => {
  const bench = new Bench({ total: 1, reserved: 0, perOrigin: 1, perAddress: 1 });
  const first = bench.add('busy', 'x0');
  for (let n = 1; n < 30; n += 1) bench.add('busy', `x${n}`);
  const other = bench.add('calm', 'y');
  await bench.end(first);
  await bench.end(bench.started[1] ?? '');
  expect(bench.started.slice(0, 3)).toContain(other);
});

test('origins of one account take turns', async () => {
  const bench = new Bench({ total: 1, reserved: 0, perOrigin: 1, perAddress: 1 });
  const first = bench.add('a', 'x');
  for (let n = 0; n < 3; n += 1) bench.add('a', 'x');
  const other = bench.add('a', 'y');
  await bench.end(first);
  await bench.end(bench.started[1] ?? '');
  expect(bench.started.slice(0, 3)).toContain(other);
});

test('a work item that claims another address lets the items start that wait for the first address', async () => {
  const bench = new Bench({ total: 9, reserved: 0, perOrigin: 9, perAddress: 1 });
  let claimAgain = (): void => undefined;
  const run: Work['run'] = (claim) => {
    claim('one');
    claimAgain = () => void claim('two');
    return new Promise(() => undefined);
  };
  bench.dispatcher.add({ id: 'moves', account: 'a', origin: 'x', run });
  const waiting = bench.add('b', 'y', 'one');
  await settled();
  expect(bench.started).toEqual([]);
  claimAgain();
  await settled();
  expect(bench.started).toEqual([waiting]);
});

test('accounts that share an origin also share its slots', async () => {
  const bench = new Bench();
  const ids = [bench.add('a', 'x', '1'), bench.add('a', 'x', '1')];
  bench.add('b', 'x', '2');
  bench.add('a', 'x', '1');
  await bench.end(ids[0] ?? '');
  await settled();
  expect(bench.running.size).toBe(2);
});

test('a work item that fails frees its slot', async () => {
  const bench = new Bench({ total: 1, reserved: 0, perOrigin: 1, perAddress: 1 });
  bench.dispatcher.add({ id: 'bad', account: 'a', origin: 'x', run: () => Promise.reject(new Error('failed')) });
  const next = bench.add('a', 'x');
  await settled();
  expect(bench.started).toEqual([next]);
});

test('an account whose work items hang leaves slots for the first items of other accounts', async () => {
  const bench = new Bench({ total: 16, reserved: 4, perOrigin: 1, perAddress: 1 });
  for (let n = 0; n < 20; n += 1) bench.add('hanging', `dead-${n}`);
  expect(bench.started).toHaveLength(6);
  for (let n = 0; n < 20; n += 1) bench.add('also hanging', `silent-${n}`);
  expect(bench.started).toHaveLength(9);
  const healthy = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((account) => bench.add(account, `of-${account}`));
  expect(bench.started.slice(9)).toEqual(healthy);
  for (const id of healthy) await bench.end(id);
  expect(bench.running.size).toBe(9);
});

test('an account that has reached its share gets a slot when another account frees one', async () => {
  const bench = new Bench({ total: 4, reserved: 0, perOrigin: 1, perAddress: 1 });
  const other = bench.add('b', 'y');
  const ids = [1, 2, 3].map((n) => bench.add('a', `x${n}`));
  expect(bench.started).toEqual([other, ...ids.slice(0, 2)]);
  await bench.end(other);
  expect(bench.running.size).toBe(2);
  await bench.end(ids[0] ?? '');
  expect(bench.started).toEqual([other, ...ids]);
});

test('for any order of starts and ends, an account without a running work item waits only for its origins', async () => {
  const limits = { total: 6, reserved: 3, perOrigin: 2, perAddress: 2 };
  const accounts = ['a', 'b', 'c'];
  const step = fc.oneof(
    fc.record({ account: fc.constantFrom(...accounts), origin: fc.constantFrom('t', 'u', 'v', 'w', 'x', 'y', 'z') }),
    fc.nat(10),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const bench = new Bench(limits);
      for (const each of steps) {
        const ids = [...bench.running.keys()];
        if (typeof each !== 'number') bench.add(each.account, each.origin);
        else if (ids.length > 0) await bench.end(ids[each % ids.length] ?? '');
        const running = [...bench.running.values()].map(({ job }) => job);
        const idle = bench.waiting().filter(({ account }) => running.every((job) => job.account !== account));
        const isFull = (origin: string) => running.filter((job) => job.origin === origin).length === limits.perOrigin;
        expect(idle.filter(({ origin }) => !isFull(origin))).toEqual([]);
      }
    }),
  );
});

test('for any order of starts and ends, the limits hold and every work item runs', async () => {
  const limits = { total: 6, reserved: 1, perOrigin: 2, perAddress: 2 };
  const step = fc.oneof(
    fc.record({
      account: fc.constantFrom('a', 'b'),
      origin: fc.constantFrom('x', 'y', 'z'),
      address: fc.constantFrom('1', '2'),
    }),
    fc.nat(10),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const bench = new Bench(limits);
      let added = 0;
      const check = (): void => {
        const jobs = [...bench.running.values()].map(({ job }) => job);
        expect(jobs.length).toBeLessThanOrEqual(limits.total);
        for (const one of jobs) {
          expect(jobs.filter(({ origin }) => origin === one.origin).length).toBeLessThanOrEqual(limits.perOrigin);
          expect(jobs.filter(({ address }) => address === one.address).length).toBeLessThanOrEqual(limits.perAddress);
        }
      };
      for (const each of steps) {
        const ids = [...bench.running.keys()];
        if (typeof each !== 'number') {
          bench.add(each.account, each.origin, each.address);
          added += 1;
        } else if (ids.length > 0) await bench.end(ids[each % ids.length] ?? '');
        await settled();
        check();
      }
      while (bench.running.size > 0) await bench.end([...bench.running.keys()][0] ?? '');
      expect(bench.started).toHaveLength(added);
      expect(bench.dispatcher.size).toBe(0);
    }),
  );
});
