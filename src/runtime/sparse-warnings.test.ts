import { expect, test } from '@jest/globals';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { SparseWarnings } from './sparse-warnings.ts';

test('SparseWarnings logs one warning a minute with the number of suppressed ones', async () => {
  const clock = new FakeClock();
  const logged: unknown[] = [];
  const log = (...args: unknown[]) => void logged.push(args);
  const warnings = new SparseWarnings({ clock, logger: { warn: log, error: log } });
  for (const jobId of ['a', 'b', 'c']) warnings.warn({ jobId }, 'it failed');
  await clock.advance(59_999);
  warnings.warn({ jobId: 'd' }, 'it failed');
  await clock.advance(1);
  warnings.warn({ jobId: 'e' }, 'it failed');
  expect(logged).toEqual([
    [{ jobId: 'a', suppressed: 0 }, 'it failed'],
    [{ jobId: 'e', suppressed: 3 }, 'it failed'],
  ]);
});
