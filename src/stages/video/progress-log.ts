import type { Logger } from 'pino';

/** Minimum time, in milliseconds, between two log lines about the progress of a film. */
const everyMs = 3_000;

/**
 * Returns a function that is called with the number of each finished frame. The function logs the progress in percent,
 * but not more often than every `everyMs`.
 */
export function progressLog(logger: Logger, frames: number, nowMs = () => performance.now()): (frame: number) => void {
  let loggedMs = nowMs();
  return (frame) => {
    if (nowMs() - loggedMs < everyMs) return;
    loggedMs = nowMs();
    logger.info({ percent: Math.floor((100 * (frame + 1)) / frames) }, 'encoding the film');
  };
}
