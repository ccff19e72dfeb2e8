import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Shorter than the timeout of a test, so that the test fails with the text of the condition. */
const waitMaxSeconds = 30;

/**
 * Time during which the condition is checked in every turn of the event loop, because most conditions hold within it.
 */
const eagerMs = 5;

/** Waits until a condition holds. After 30 s, or the given time, throws an error with the source text of the condition. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = waitMaxSeconds): Promise<void> {
  const startMs = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - startMs;
    if (waitedMs > seconds * 1_000) throw new Error(`condition not met within ${seconds} s: ${String(holds)}`);
    await (waitedMs < eagerMs ? nextTurn() : pause(5));
  }
}
