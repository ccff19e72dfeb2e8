import type { Logger } from 'pino';

/** Time between two log lines about the progress of a film. */
const everyMs = 3_000;

/** Returns a function that logs how much of a film is made, when it is called with the number of a finished frame. */
export function progressLog(logger: Logger, frames: number, nowMs = () => performance.now()): (frame: number) => void {
  let loggedMs = nowMs();
  return (frame) => {
    if (nowMs() - loggedMs < everyMs) return;
    loggedMs = nowMs();
    logger.info({ percent: Math.floor((100 * (frame + 1)) / frames) }, 'encoding the film');
  };
}
