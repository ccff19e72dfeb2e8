import type { Clock } from '../clock/port.ts';

/** Runs `work` with a signal that aborts after the time limit. */
export async function withTimeLimit<T>(
  clock: Clock,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = new AbortController();
  void clock.sleep(limitMs, end.signal).then(() => {
    limit.abort(new Error(`the time limit of ${limitMs / 1_000} s has passed`));
  });
  try {
    return await work(limit.signal);
  } finally {
    end.abort();
  }
}
