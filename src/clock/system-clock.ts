import { performance } from 'node:perf_hooks';
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

/** Without an error for the abort, as the timers of Node have it: its stack costs more than all the rest. */
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
