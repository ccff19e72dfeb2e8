import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Shorter than the timeout of a test, so that the test fails with the text of the condition. */
const waitMaxSeconds = 50;
/**
 * Time for which a condition is checked in every turn of the event loop; after it, the condition is checked every
 * `pauseMs`. Most conditions hold within a millisecond, and some tests wait thousands of times.
 */
const eagerMs = 5;
const pauseMs = 5;

/** Waits until a condition holds. After 50 s, or the given time, throws an error with the source text of the condition. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = waitMaxSeconds): Promise<void> {
  const beginMs = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - beginMs;
    if (waitedMs > seconds * 1_000) throw new Error(`condition not met within ${seconds} s: ${String(holds)}`);
    await (waitedMs < eagerMs ? nextTurn() : pause(pauseMs));
  }
}
