import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Consumed, Counted, RateLimiter, ReadsSeen } from '../../src/ratelimit/port.ts';

export interface RateLimiterUnderTest {
  /** A rate limiter that has counted nothing. */
  limiter: RateLimiter;
  /** The same counts over a second connection, as in another replica. */
  other: RateLimiter;
  close(): Promise<void>;
}

export interface RateLimiterInTime extends RateLimiterUnderTest {
  /** Moves the limiter's time to the next minute. */
  nextMinute(): Promise<void>;
}

const creates: Counted = { key: { namespace: 'here', name: 'acme' }, window: 'image-create' };
const reads: Counted = { ...creates, window: 'job-read' };

/**
 * Defines the tests that every rate limiter must pass. The next minute may begin during a test, so a test with several
 * requests groups them by the minute that each reply names.
 */
export function rateLimiterContract(name: string, open: () => Promise<RateLimiterUnderTest>): void {
  describe(`${name}: rate limiter contract`, () => {
    const bench = new LimiterBench(open);
    describe('consume', () => {
      consumeContract(bench);
    });
    describe('syncReads and used', () => {
      readsContract(bench);
    });
  });
}

/** Defines the tests of what happens at the end of a minute, for limiters whose time a test can move. */
export function rateLimiterTimeContract(name: string, open: () => Promise<RateLimiterInTime>): void {
  describe(`${name}: rate limiter contract over time`, () => {
    const bench = new LimiterBench(open);
    minuteContract(bench);
  });
}

class LimiterBench<Under extends RateLimiterUnderTest> {
  private current: Under | undefined;

  constructor(open: () => Promise<Under>) {
    beforeEach(async () => {
      this.current = await open();
    });
    afterEach(() => this.current?.close());
  }

  get under(): Under {
    if (this.current === undefined) throw new Error('the rate limiter is only available inside a test');
    return this.current;
  }

  /** Sends `many` requests at the same time over both connections. */
  crowd(many: number, limit: number, counted = creates): Promise<Consumed[]> {
    const { limiter, other } = this.under;
    const each = Array.from({ length: many }, (_, index) => (index % 2 === 0 ? limiter : other));
    return Promise.all(each.map((one) => one.consume(counted, limit)));
  }

  /** Returns the result of `work` if all of it ran within one minute. Otherwise runs `work` again with another key. */
  async inOneMinute<R>(work: (counted: Counted) => Promise<R>): Promise<R> {
    for (let round = 1; ; round += 1) {
      const counted: Counted = { ...creates, key: { namespace: 'here', name: `round-${round}` } };
      const before = await this.minute();
      const result = await work(counted);
      if ((await this.minute()) === before) return result;
    }
  }

  async minute(): Promise<number> {
    const probe: Counted = { key: { namespace: 'nowhere', name: 'probe' }, window: 'job-read' };
    return (await this.under.limiter.consume(probe, 1)).minute;
  }

  async sync(counted: Counted, minute: number, taken: number, limiter = this.under.limiter): Promise<ReadsSeen[]> {
    return (await limiter.syncReads([{ ...counted, minute, taken }])).seen;
  }
}

/** Returns the number of allowed requests per minute, by the minute that each reply names. */
function allowedByMinute(answers: readonly Consumed[]): Map<number, number> {
  const allowed = new Map<number, number>();
  for (const { minute, isAllowed } of answers) allowed.set(minute, (allowed.get(minute) ?? 0) + Number(isAllowed));
  return allowed;
}

function consumeContract(bench: LimiterBench<RateLimiterUnderTest>): void {
  test('`consume` counts sequential requests up to the limit and refuses the next without counting it', async () => {
    const answers = await bench.inOneMinute(async (counted) => {
      const all: Consumed[] = [];
      for (let left = 5; left > 0; left -= 1) all.push(await bench.under.limiter.consume(counted, 3));
      return all;
    });
    expect(answers.map(({ isAllowed, used }) => [isAllowed, used])).toEqual([
      [true, 1],
      [true, 2],
      [true, 3],
      [false, 3],
      [false, 3],
    ]);
  });

  test('`consume` returns the current wall clock minute and the seconds left in it', async () => {
    const { minute, resetSeconds } = await bench.under.limiter.consume(creates, 10);
    expect(Math.abs(minute - Date.now() / 60_000)).toBeLessThan(2);
    expect(Number.isInteger(minute)).toBe(true);
    expect(Number.isInteger(resetSeconds)).toBe(true);
    expect(resetSeconds).toBeGreaterThanOrEqual(1);
    expect(resetSeconds).toBeLessThanOrEqual(60);
  });

  test.each([1, 10, 60])('of 100 concurrent requests exactly %i are allowed per minute', async (limit) => {
    const answers = await bench.crowd(100, limit);
    for (const [minute, allowed] of allowedByMinute(answers)) {
      const asked = answers.filter((answer) => answer.minute === minute);
      expect(allowed).toBe(Math.min(limit, asked.length));
      const used = asked.filter(({ isAllowed }) => isAllowed).map((answer) => answer.used);
      expect(used.toSorted((one, two) => one - two)).toEqual(Array.from({ length: allowed }, (_, index) => index + 1));
      for (const refused of asked.filter(({ isAllowed }) => !isAllowed)) expect(refused.used).toBe(limit);
    }
  });

  test.each<[string, Counted]>([
    ['another key', { ...creates, key: { namespace: 'here', name: 'acme.eu' } }],
    ['a key with the same name in another namespace', { ...creates, key: { namespace: 'there', name: 'acme' } }],
    ['videos', { ...creates, window: 'video-create' }],
    ['reads', { ...creates, window: 'job-read' }],
  ])('a request counts in a separate window for %s', async (_, separate) => {
    await bench.crowd(5, 5);
    expect(await bench.under.limiter.consume(separate, 5)).toMatchObject({ isAllowed: true, used: 1 });
  });

  test.each(['-', '.'])(
    'keys whose namespace and name join to the same text with %j have separate windows',
    async (joint) => {
      const near: Counted = { ...creates, key: { namespace: 'here', name: `a${joint}b` } };
      const far: Counted = { ...creates, key: { namespace: `here${joint}a`, name: 'b' } };
      await bench.crowd(5, 5, near);
      expect(await bench.under.limiter.consume(far, 5)).toMatchObject({ isAllowed: true, used: 1 });
    },
  );

  test('a changed limit applies from the next request and keeps the used count', async () => {
    const answers = await bench.inOneMinute(async (counted) => {
      const all: Consumed[] = [];
      for (const limit of [2, 2, 2, 4, 4, 4, 1, 5]) all.push(await bench.under.limiter.consume(counted, limit));
      return all;
    });
    expect(answers.map(({ isAllowed, used }) => `${isAllowed} ${used}`)).toEqual([
      'true 1',
      'true 2',
      'false 2',
      'true 3',
      'true 4',
      'false 4',
      'false 1',
      'true 5',
    ]);
  });

  test('a window of video creates allows 10 whatever the given limit', async () => {
    const answers = await bench.inOneMinute((counted) => bench.crowd(12, 60, { ...counted, window: 'video-create' }));
    expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
    expect(Math.max(...answers.map(({ used }) => used))).toBe(10);
  });

  test('a limit of zero allows no request', async () => {
    expect(await bench.under.limiter.consume(creates, 0)).toMatchObject({ isAllowed: false, used: 0 });
  });
}

function readsContract(bench: LimiterBench<RateLimiterUnderTest>): void {
  test('`syncReads` adds up the reads of two replicas and returns the sum to each', async () => {
    const seen = await bench.inOneMinute(async (counted) => {
      const minute = await bench.minute();
      return [
        await bench.sync(counted, minute, 3),
        await bench.sync(counted, minute, 4, bench.under.other),
        await bench.sync(counted, minute, 0),
        await bench.sync(counted, minute, 5),
      ].flat();
    });
    expect(seen.map(({ used }) => used)).toEqual([3, 7, 7, 12]);
  });

  test('40 concurrent calls of `syncReads` lose no reads', async () => {
    const used = await bench.inOneMinute(async (counted) => {
      const minute = await bench.minute();
      const { limiter, other } = bench.under;
      const each = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? limiter : other));
      await Promise.all(each.map((one) => bench.sync(counted, minute, 3, one)));
      return bench.under.limiter.used([counted]);
    });
    expect(used).toEqual([120]);
  });

  test('`syncReads` returns the current windows in the requested order, including those of unused keys', async () => {
    const { asked, seen } = await bench.inOneMinute(async (counted) => {
      const minute = await bench.minute();
      const quiet: Counted = { key: { namespace: 'here', name: `${counted.key.name}.quiet` }, window: 'job-read' };
      const taken = [
        { ...counted, minute, taken: 2 },
        { ...quiet, minute, taken: 0 },
        { ...counted, window: 'job-read' as const, minute, taken: 9 },
      ];
      const answer = await bench.under.limiter.syncReads(taken);
      expect(answer.resetSeconds).toBeGreaterThanOrEqual(1);
      expect(answer.resetSeconds).toBeLessThanOrEqual(60);
      return { asked: taken, seen: answer.seen };
    });
    const want = asked.map(({ key, window, minute, taken }) => ({ key, window, minute, used: taken }));
    expect(seen).toEqual(want);
  });

  test('`syncReads` drops reads of a past minute and returns the current minute', async () => {
    const { minute, seen } = await bench.inOneMinute(async (counted) => {
      const now = await bench.minute();
      await bench.sync(counted, now, 1);
      return { minute: now, seen: await bench.sync(counted, now - 1, 50) };
    });
    expect(seen).toMatchObject([{ minute, used: 1 }]);
  });

  test('`syncReads` with reads of two minutes counts only those of the current minute', async () => {
    const seen = await bench.inOneMinute(async (counted) => {
      const minute = await bench.minute();
      const past = { ...counted, minute: minute - 1, taken: 7 };
      return (await bench.under.limiter.syncReads([past, { ...counted, minute, taken: 4 }])).seen;
    });
    expect(seen.at(-1)?.used).toBe(4);
  });

  test('`syncReads` without reads returns only the reset time', async () => {
    const { seen, resetSeconds } = await bench.under.limiter.syncReads([]);
    expect(seen).toEqual([]);
    expect(resetSeconds).toBeGreaterThanOrEqual(1);
  });

  test('`syncReads` counts reads above any limit, after which `consume` refuses', async () => {
    const answer = await bench.inOneMinute(async (counted) => {
      await bench.sync(counted, await bench.minute(), 500);
      return bench.under.limiter.consume(counted, 120);
    });
    expect(answer).toMatchObject({ isAllowed: false, used: 120 });
  });

  test('`used` returns the counts of the windows in the requested order and counts nothing itself', async () => {
    const used = await bench.inOneMinute(async (counted) => {
      const { limiter } = bench.under;
      await bench.crowd(7, 5, counted);
      await bench.sync({ ...counted, window: 'job-read' }, await bench.minute(), 8);
      const asked: Counted[] = [
        { ...counted, window: 'job-read' },
        { ...counted, window: 'video-create' },
        counted,
        counted,
      ];
      expect(await limiter.used([])).toEqual([]);
      return [await limiter.used(asked), await limiter.used(asked)];
    });
    expect(used).toEqual([
      [8, 0, 5, 5],
      [8, 0, 5, 5],
    ]);
  });

  test('`used` and `syncReads` handle 1,200 windows in one call', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      ...reads,
      key: { namespace: 'here', name: `k${index}` },
    }));
    const used = await bench.inOneMinute(async () => {
      const minute = await bench.minute();
      const before = await bench.under.limiter.used(many);
      await bench.under.limiter.syncReads(many.map((one) => ({ ...one, minute, taken: 1 })));
      const after = await bench.under.limiter.used(many);
      return after.map((count, index) => count - (before[index] ?? 0));
    });
    expect(used).toEqual(many.map(() => 1));
  });
}

function minuteContract(bench: LimiterBench<RateLimiterInTime>): void {
  test('the count of a window starts at zero in the next minute', async () => {
    const { limiter } = bench.under;
    const full = await bench.crowd(10, 5);
    await bench.under.nextMinute();
    expect(await limiter.used([creates])).toEqual([0]);
    const first = await limiter.consume(creates, 5);
    expect(first).toMatchObject({ isAllowed: true, used: 1 });
    expect(first.minute).toBeGreaterThan(full[0]?.minute ?? Number.NaN);
  });

  test('reads that are reported after the end of their minute are not counted', async () => {
    const { minute } = await bench.under.limiter.consume(reads, 10);
    await bench.under.nextMinute();
    const [seen] = await bench.sync(reads, minute, 50);
    expect(seen?.used).toBe(0);
    expect(seen?.minute).toBeGreaterThan(minute);
    expect((await bench.under.limiter.consume(reads, 10)).used).toBe(1);
  });
}
