import type { HttpRequest } from '../http/route.ts';
import type { AdminDeps } from './deps.ts';
import type { Viewer } from './viewer.ts';

/** Interval in milliseconds at which an open stream checks that the session of its reader has not ended. */
const sessionCheckMs = 15_000;

/**
 * Returns a signal for a stream. The signal aborts when the reader is gone, when the session of the reader ends, and
 * when the process stops. `end` aborts the signal too, and must be called when the stream has ended.
 */
export function sessionSignal(
  { gone, callerNow }: Pick<HttpRequest<Viewer>, 'gone' | 'callerNow'>,
  { clock, stopping }: Pick<AdminDeps, 'clock' | 'stopping'>,
): { signal: AbortSignal; end: () => void } {
  const stop = new AbortController();
  const signal = AbortSignal.any([gone(), stopping, stop.signal]);
  const end = (): void => {
    stop.abort();
  };
  async function endWithSession(): Promise<void> {
    do await clock.sleep(sessionCheckMs, signal);
    while (!signal.aborted && (await callerNow().catch(() => undefined)) !== undefined);
    end();
  }
  void endWithSession();
  return { signal, end };
}
