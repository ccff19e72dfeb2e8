import { NotLeadingError } from '../../runtime/fenced-store.ts';
import { archivePass } from './archive-pass.ts';
import type { RetentionDeps } from './deps.ts';
import { erasePass } from './erase-pass.ts';
import { Pacer } from './pacer.ts';

/** How long a job may stay after its time, beside what the pass itself takes. */
const archiveIntervalMs = 60_000;
/** Listing 100,000 records of a bucket takes a hundred requests. */
const eraseIntervalMs = 3_600_000;
/** Of the time, looking for jobs takes at most one part in so many: it reads all finished ones. */
const restFactor = 10;

export interface RetentionController {
  /** Work until the signal aborts; resolves when what was begun with one job is done. To be run by the leader. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Takes finished jobs from the cluster into the archive when their time is over, and out of the archive when that is.
 *
 * Guarantee: nothing goes before its hold and its callback are closed.
 */
export function createRetentionController(deps: RetentionDeps): RetentionController {
  const pacer = new Pacer(deps.config.deletionsPerSecond, deps.clock);
  return {
    async run(signal) {
      const archiving = again(deps, signal, async () => {
        const tookMs = await archivePass(deps, pacer, signal);
        return Math.max(archiveIntervalMs, tookMs * restFactor);
      });
      const erasing = again(deps, signal, async () => {
        await erasePass(deps, pacer, signal);
        return eraseIntervalMs;
      });
      await Promise.all([archiving, erasing]);
    },
  };
}

/** Pass after pass; each says how long to rest after it. One that fails is made again after the shorter interval. */
async function again({ clock, logger }: RetentionDeps, signal: AbortSignal, pass: () => Promise<number>) {
  while (!signal.aborted) {
    let restMs = archiveIntervalMs;
    try {
      restMs = await pass();
    } catch (error) {
      if (error instanceof NotLeadingError) return;
      logger.warn({ err: error }, 'retention could not go on');
    }
    await clock.sleep(restMs, signal);
  }
}
