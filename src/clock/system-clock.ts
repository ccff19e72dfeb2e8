import { performance } from 'node:perf_hooks';
import type { Clock } from './port.ts';

/** Maximum delay of a Node timer. A timer with a longer delay fires at once. */
const timerMaxMs = 2 ** 31 - 1;

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

/**
 * Resolves after the delay or when the signal aborts. `timers/promises` would be slower: it rejects on abort, and
 * creating the stack trace of that error takes longer than setting the timer.
 */
function timerOrAbort(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, delayMs);
    signal?.addEventListener('abort', wake, { once: true });
  });
}
