import { setTimeout as pause } from 'node:timers/promises';

/** Shorter than the timeout of a test, so that the failure shows the condition. */
const waitMaxMs = 30_000;

/** Polls a condition until it holds. Throws with the condition after 30 s. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + waitMaxMs;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`condition not met within ${waitMaxMs / 1_000} s: ${String(holds)}`);
    await pause(5);
  }
}
