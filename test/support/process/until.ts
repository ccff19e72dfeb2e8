import { setTimeout as pause } from 'node:timers/promises';

/** Shorter than the timeout of a test, so that the test fails with the text of the condition. */
const waitMaxSeconds = 50;

/** Waits until a condition holds. After 50 s, or the given time, throws an error with the source text of the condition. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = waitMaxSeconds): Promise<void> {
  const endMs = performance.now() + seconds * 1_000;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`condition not met within ${seconds} s: ${String(holds)}`);
    await pause(5);
  }
}
