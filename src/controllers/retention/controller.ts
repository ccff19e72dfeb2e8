import { exponentialMs } from '../../runtime/backoff.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import { archivePass } from './archive-pass.ts';
import type { RetentionDeps, Run } from './deps.ts';
import { erasePass } from './erase-pass.ts';
import type { RetentionStep } from './metrics.ts';
import { Pacer } from './pacer.ts';
import { FailureTracker } from './failure-tracker.ts';

const archiveIntervalMs = 60_000;
/**
 * Pause in milliseconds between two passes that erase archive records. The pause is long, because each pass lists all
 * records: 100,000 records in a bucket take a hundred requests.
 */
const eraseIntervalMs = 3_600_000;
const backoff = { baseMs: 60_000, maxMs: 600_000 };

export interface RetentionController {
  /**
   * Runs the controller until the signal aborts. Resolves when the work on the current job is complete. Call `run` only
   * on the leader.
   */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Creates the retention controller, which moves finished jobs to the archive after their time to live, and later erases
 * expired archive records. It also deletes the old rows of the audit log.
 *
 * Guarantee: a job is archived only after its reserved credits are charged or released. A job that is archived because
 * there are too many finished jobs may have an open callback. The callback is then sent from the archive, and the job
 * is not erased before its callback is closed. While all jobs wait, nothing is archived or erased.
 */
export function createRetentionController(deps: RetentionDeps): RetentionController {
  const pacer = new Pacer(deps.config.deletionsPerSecond, deps.clock);
  return {
    async run(signal) {
      const archiving = { deps, pacer, failures: new FailureTracker(deps), signal };
      const erasing = { deps, pacer, failures: new FailureTracker(deps), signal };
      await Promise.all([
        repeat('archive', archiving, { pass: archivePass, intervalMs: archiveIntervalMs }),
        repeat('erase', erasing, { pass: erasePass, intervalMs: eraseIntervalMs }),
        trimAuditLog(deps, signal),
      ]);
    },
  };
}

/** Deletes the old rows of the audit log, until the signal aborts. */
function trimAuditLog(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { auditLog, clock, metrics, config } = deps;
  const warnings = new SparseWarnings(deps);
  const round = async (): Promise<void> => {
    if (deps.isHalted?.() === true) return;
    await auditLog.deleteBefore(new Date(clock.now().getTime() - config.auditLogSeconds * 1_000), signal);
    metrics.failing('audit_log', 0);
  };
  const failed = (error: unknown): void => {
    metrics.failing('audit_log', 1);
    warnings.warn({ err: error }, 'failed to delete old rows of the audit log; retrying with backoff');
  };
  const pauseMs = (failures: number): number => (failures === 0 ? eraseIntervalMs : exponentialMs(failures, backoff));
  return runRounds({ round, pauseMs, clock, failed }, signal);
}

function repeat(
  step: RetentionStep,
  run: Run,
  { pass, intervalMs }: { pass: (run: Run) => Promise<void>; intervalMs: number },
): Promise<void> {
  const { deps, failures, signal } = run;
  const { clock, metrics } = deps;
  const warnings = new SparseWarnings(deps);
  const round = async (): Promise<void> => {
    if (deps.isHalted?.() === true) return;
    try {
      await pass(run);
    } finally {
      metrics.failing(step, failures.size);
    }
  };
  const failed = (error: unknown): void => {
    warnings.warn({ err: error, step }, 'retention pass failed; retrying with backoff');
  };
  const pauseMs = (failures: number): number => (failures === 0 ? intervalMs : exponentialMs(failures, backoff));
  return runRounds({ round, pauseMs, clock, failed }, signal);
}
