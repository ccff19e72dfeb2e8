import { setTimeout as pause } from 'node:timers/promises';

/** Shorter than the timeout of a test, so that the failure shows the condition. */
const waitMaxSeconds = 30;

/** Polls a condition until it holds. Throws with the condition after 30 s, or the given time. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = waitMaxSeconds): Promise<void> {
  const endMs = performance.now() + seconds * 1_000;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`condition not met within ${seconds} s: ${String(holds)}`);
    await pause(5);
  }
}
