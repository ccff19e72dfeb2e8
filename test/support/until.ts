import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Shorter than the timeout of a test, so that the failure shows the condition. */
const waitMaxMs = 30_000;

/** Time during which a condition is polled in every turn of the event loop, as most conditions hold within it. */
const eagerMs = 5;

/** Polls a condition until it holds. Throws with the condition after 30 s. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const startMs = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - startMs;
    if (waitedMs > waitMaxMs) throw new Error(`condition not met within ${waitMaxMs / 1_000} s: ${String(holds)}`);
    await (waitedMs < eagerMs ? nextTurn() : pause(5));
  }
}
