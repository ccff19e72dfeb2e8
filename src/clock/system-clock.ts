import { performance } from 'node:perf_hooks';
import { setTimeout as timeout } from 'node:timers/promises';
import type { Clock } from './port.ts';

/** The longest delay Node's timers take; beyond it they fire at once. */
const timerMaxMs = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: async (delayMs, signal) => {
    const endMs = performance.now() + delayMs;
    for (let leftMs = delayMs; leftMs > 0 && signal?.aborted !== true; leftMs = endMs - performance.now()) {
      await timerOrAbort(Math.min(leftMs, timerMaxMs), signal);
    }
  },
};

async function timerOrAbort(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await timeout(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
