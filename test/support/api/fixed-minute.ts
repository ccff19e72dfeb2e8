import { Installation } from '../installation/installation.ts';
import { FakeClock } from '../time/fake-clock.ts';

/**
 * Returns an installation whose rate limiter never leaves its minute, of which 42 s are left. A test that fills a window
 * therefore never reaches the next window.
 */
export function fixedMinute(): Installation {
  return new Installation({ clock: new FakeClock('2026-01-01T00:00:18Z') });
}
