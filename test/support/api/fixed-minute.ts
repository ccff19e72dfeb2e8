import { join } from 'node:path';
import { SqliteRateLimiter } from '../../../src/ratelimit/sqlite-rate-limiter.ts';
import { FakeClock } from '../time/fake-clock.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

/**
 * Returns a rate limiter whose current minute never ends and has 42 s left. A test that fills a window therefore never
 * reaches the next window.
 */
export function fixedMinute(): { rateLimiter: SqliteRateLimiter; close(): void } {
  const folder = temporaryFolder();
  const clock = new FakeClock('2026-01-01T00:00:18Z');
  const rateLimiter = new SqliteRateLimiter({ file: join(folder.path, 'windows.db'), clock });
  return {
    rateLimiter,
    close: () => {
      rateLimiter.close();
      folder.remove();
    },
  };
}
