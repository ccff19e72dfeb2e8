import { beforeEach, describe, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { RateLimiterUnavailable, type RateLimiter, type ReadsTaken } from '../../ratelimit/port.ts';
import { ReadLimiter } from './read-limiter.ts';

const key = { namespace: 'default', name: 'acme' };
const limit = 5;

let clock: FakeClock;
let store: CountingStore;
beforeEach(() => {
  clock = new FakeClock();
  store = new CountingStore(clock);
});

/** In-memory store with the contract of `syncReads`, which a test can make unavailable. */
class CountingStore implements Pick<RateLimiter, 'syncReads'> {
  isUnavailable = false;
  used = new Map<string, number>();
  told: ReadsTaken[] = [];
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  syncReads(taken: readonly ReadsTaken[]) {
    if (this.isUnavailable) return Promise.reject(new RateLimiterUnavailable('away'));
    const minute = Math.floor(this.#clock.now().getTime() / 60_000);
    const seen = taken.map((one) => {
      this.told.push(one);
      const name = `${one.key.name} ${one.minute}`;
      if (one.minute === minute) this.used.set(name, (this.used.get(name) ?? 0) + one.taken);
      return { key: one.key, window: one.window, minute, used: this.used.get(`${one.key.name} ${minute}`) ?? 0 };
    });
    return Promise.resolve({ seen, resetSeconds: 60 - (Math.floor(this.#clock.now().getTime() / 1_000) % 60) });
  }
}

const replica = () => new ReadLimiter(store, clock);
const take = (limiter: ReadLimiter, times: number) =>
  Array.from({ length: times }, () => limiter.count(key, limit)).filter(({ isAllowed }) => isAllowed).length;

test('a single replica allows reads up to the limit and no more', () => {
  const limiter = replica();
  expect(limiter.count(key, limit)).toEqual({
    window: 'job-read',
    isAllowed: true,
    limit,
    remaining: 4,
    resetSeconds: 60,
  });
  expect(take(limiter, 10)).toBe(4);
  expect(limiter.count(key, limit)).toMatchObject({ isAllowed: false, remaining: 0 });
});

test('replicas share their counts after both have synced', async () => {
  const [one, other] = [replica(), replica()];
  expect([take(one, 3), take(other, 1)]).toEqual([3, 1]);
  await one.sync();
  await other.sync();
  expect(take(other, 10)).toBe(1);
});

test('a refused request is not counted', async () => {
  const limiter = replica();
  take(limiter, 50);
  await limiter.sync();
  expect(store.told.map(({ taken }) => taken)).toEqual([limit]);
});

test('a sync without new reads sends nothing', async () => {
  const limiter = replica();
  take(limiter, 1);
  await limiter.sync();
  await limiter.sync();
  expect(store.told).toHaveLength(1);
});

test('the count restarts at zero in the next minute', async () => {
  const limiter = replica();
  take(limiter, 10);
  await limiter.sync();
  await clock.advance(60_000);
  expect(take(limiter, 10)).toBe(limit);
});

test('reads that are counted while a sync is under way are not lost when its answer arrives', async () => {
  const limiter = replica();
  take(limiter, 2);
  const syncing = limiter.sync();
  take(limiter, 2);
  await syncing;
  expect(take(limiter, 10)).toBe(1);
});

test('an answer of the next minute brings the reads that other replicas have counted in it', async () => {
  const [one, other] = [replica(), replica()];
  take(one, 1);
  await clock.advance(60_000);
  take(other, 3);
  await other.sync();
  await one.sync();
  expect(take(one, 10)).toBe(2);
});

test('a raised limit applies at once', () => {
  const limiter = replica();
  take(limiter, 10);
  expect(limiter.count(key, limit + 1).isAllowed).toBe(true);
});

describe('an unavailable store', () => {
  test('counting continues from the last known count while the store is unavailable', async () => {
    const [one, other] = [replica(), replica()];
    take(one, 3);
    await one.sync();
    take(other, 1);
    await other.sync();
    store.isUnavailable = true;
    expect(take(other, 10)).toBe(1);
    expect(await other.sync()).toBe(false);
    expect(take(other, 10)).toBe(0);
  });

  test('the count does not restart if the store comes back empty', async () => {
    const limiter = replica();
    take(limiter, 3);
    await limiter.sync();
    store.used.clear();
    take(limiter, 1);
    await limiter.sync();
    expect(take(limiter, 10)).toBe(1);
  });

  test('reads sent without an answer are not sent again', async () => {
    const limiter = replica();
    take(limiter, 3);
    store.isUnavailable = true;
    await limiter.sync();
    store.isUnavailable = false;
    take(limiter, 1);
    await limiter.sync();
    expect(store.told.map(({ taken }) => taken)).toEqual([1]);
  });
});

test('the limiter syncs every 100 ms until it is stopped, and then syncs the rest', async () => {
  const [limiter, stop] = [replica(), new AbortController()];
  const running = limiter.run(stop.signal);
  take(limiter, 1);
  await clock.advance(99);
  expect(store.told).toHaveLength(0);
  await clock.advance(1);
  expect(store.told).toHaveLength(1);
  take(limiter, 1);
  stop.abort();
  await running;
  expect(store.told).toHaveLength(2);
});
