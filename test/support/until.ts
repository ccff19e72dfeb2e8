import { setTimeout as pause } from 'node:timers/promises';

/** Usual limit, shorter than the timeout of a test, so that the failure shows the condition. */
const usualMs = 30_000;

/** Polls a condition until it holds. Throws with the condition after `waitMaxMs`, by default 30 s. */
export async function until(holds: () => boolean | Promise<boolean>, waitMaxMs = usualMs): Promise<void> {
  const endMs = performance.now() + waitMaxMs;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`condition not met within ${waitMaxMs / 1_000} s: ${String(holds)}`);
    await pause(5);
  }
}
