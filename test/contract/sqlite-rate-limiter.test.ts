import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '../../src/clock/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import type { Counted } from '../../src/ratelimit/port.ts';
import { SqliteRateLimiter } from '../../src/ratelimit/sqlite-rate-limiter.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { rateLimiterContract, rateLimiterTimeContract, type RateLimiterUnderTest } from './rate-limiter.ts';

function opened(clock: Clock): RateLimiterUnderTest {
  const folder = temporaryFolder();
  const file = join(folder.path, 'windows.db');
  const limiter = new SqliteRateLimiter({ file, clock });
  const other = new SqliteRateLimiter({ file, clock });
  return {
    limiter,
    other,
    close: () => {
      limiter.close();
      other.close();
      folder.remove();
      return Promise.resolve();
    },
  };
}

rateLimiterContract('SqliteRateLimiter', () => Promise.resolve(opened(systemClock)));

rateLimiterTimeContract('SqliteRateLimiter', () => {
  const clock = new FakeClock();
  return Promise.resolve({ ...opened(clock), nextMinute: () => clock.advance(60_000) });
});

describe('SqliteRateLimiter on disk', () => {
  const counted: Counted = { key: { namespace: 'here', name: 'acme' }, window: 'image-create' };
  let folder: ReturnType<typeof temporaryFolder>;
  let limiters: SqliteRateLimiter[];

  beforeEach(() => {
    folder = temporaryFolder();
    limiters = [];
  });
  afterEach(() => {
    for (const limiter of limiters) limiter.close();
    folder.remove();
  });

  const open = (clock: Clock, busyTimeoutMs = 5_000): SqliteRateLimiter => {
    const limiter = new SqliteRateLimiter({ file: join(folder.path, 'data', 'windows.db'), clock, busyTimeoutMs });
    limiters.push(limiter);
    return limiter;
  };
  const clockAt = (time: string): FakeClock => new FakeClock(`2026-01-01T00:${time}Z`);

  test('a reopened limiter keeps its counts', async () => {
    const clock = clockAt('00:10');
    const first = open(clock);
    for (let left = 3; left > 0; left -= 1) await first.consume(counted, 3);
    first.close();
    expect(await open(clock).consume(counted, 3)).toMatchObject({ isAllowed: false, used: 3 });
  });

  test.each([
    ['00:00.000', 60],
    ['00:00.001', 60],
    ['00:01.000', 59],
    ['00:59.000', 1],
    ['00:59.999', 1],
  ])('a request at %s gets a reset time of %i s', async (time, resetSeconds) => {
    expect(await open(clockAt(time)).consume(counted, 3)).toMatchObject({ resetSeconds });
  });

  test('a limiter whose clock lags at the end of a minute does not count in the next minute', async () => {
    const [late, early] = [open(clockAt('00:59.999')), open(clockAt('01:00.000'))];
    for (let left = 2; left > 0; left -= 1) await late.consume(counted, 3);
    for (let left = 3; left > 0; left -= 1) await early.consume(counted, 3);
    expect(await late.consume(counted, 3)).toMatchObject({ isAllowed: true, used: 3 });
    expect(await late.consume(counted, 3)).toMatchObject({ isAllowed: false });
    expect(await early.consume(counted, 3)).toMatchObject({ isAllowed: false, used: 3 });
  });

  test('a file that another process has locked fails with RateLimiterUnavailable', async () => {
    const limiter = open(clockAt('00:10'), 0);
    const holder = new DatabaseSync(join(folder.path, 'data', 'windows.db'));
    holder.exec('BEGIN IMMEDIATE');
    await expect(limiter.consume(counted, 3)).rejects.toMatchObject({ name: 'RateLimiterUnavailable' });
    holder.close();
    expect(await limiter.consume(counted, 3)).toMatchObject({ isAllowed: true, used: 1 });
  });

  test('a closed limiter fails with RateLimiterUnavailable', async () => {
    const limiter = open(clockAt('00:10'));
    limiter.close();
    await expect(limiter.consume(counted, 3)).rejects.toMatchObject({ name: 'RateLimiterUnavailable' });
    await expect(limiter.used([counted])).rejects.toMatchObject({ name: 'RateLimiterUnavailable' });
  });
});
