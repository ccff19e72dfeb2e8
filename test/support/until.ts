import { setTimeout as pause } from 'node:timers/promises';

/** Below the time-out of a test, so that what was waited for is told instead of the test's name alone. */
const waitMaxMs = 30_000;

/** Wait for a condition that something else brings about, asking again and again. Throws with the condition after 30 s. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + waitMaxMs;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`It did not come within ${waitMaxMs / 1_000} s: ${String(holds)}`);
    await pause(5);
  }
}
