import { exponentialMs } from '../../runtime/backoff.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import { archivePass } from './archive-pass.ts';
import type { RetentionDeps, Run } from './deps.ts';
import { erasePass } from './erase-pass.ts';
import type { RetentionStep } from './metrics.ts';
import { Pacer } from './pacer.ts';
import { FailureTracker } from './failure-tracker.ts';

/** How long a job may stay after its time, beside what the pass itself takes. */
const archiveIntervalMs = 60_000;
/** Listing 100,000 records of a bucket takes a hundred requests. */
const eraseIntervalMs = 3_600_000;
/** Of the time, looking for jobs takes at most one part in so many: it reads all finished ones. */
const restFactor = 10;
/** After passes that failed. */
const backoff = { baseMs: 60_000, maxMs: 600_000 };

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
      const archiving = { deps, pacer, failures: new FailureTracker(deps), signal };
      const erasing = { deps, pacer, failures: new FailureTracker(deps), signal };
      await Promise.all([
        again('archive', archiving, async () => {
          const tookMs = await archivePass(archiving);
          return Math.max(archiveIntervalMs, tookMs * restFactor);
        }),
        again('erase', erasing, async () => {
          await erasePass(erasing);
          return eraseIntervalMs;
        }),
      ]);
    },
  };
}

/** Pass after pass; each says how long to rest after it. */
function again(step: RetentionStep, { deps, failures, signal }: Run, pass: () => Promise<number>): Promise<void> {
  const { clock, metrics } = deps;
  const warnings = new SparseWarnings(deps);
  let restMs = archiveIntervalMs;
  const round = async (): Promise<void> => {
    try {
      restMs = await pass();
    } finally {
      metrics.failing(step, failures.size);
    }
  };
  const failed = (error: unknown): void => {
    warnings.warn({ err: error, step }, 'retention could not go on');
  };
  const pauseMs = (failures: number): number => (failures === 0 ? restMs : exponentialMs(failures, backoff));
  return runRounds({ round, pauseMs, clock, failed }, signal);
}
