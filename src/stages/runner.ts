import type { StageRun } from './attempt.ts';
import { holdLifeline } from './lifeline.ts';

/**
 * Runs the stage (one step of a job) that the environment names, and returns the exit code: 0 for success, 64 for a
 * permanent failure, 65 if the access to its files has expired, 1 for a failure that can be retried. The stage writes
 * its output files first, then `result.json`, then the termination message. The caller must end the process with the
 * exit code, because a stopped stage may leave work running. Throws `ConfigError` if the environment is invalid.
 *
 * `holdLifeline` runs before any other module is loaded, so that this process never outlives its parent process.
 */
export async function runStage(run: StageRun): Promise<number> {
  holdLifeline();
  const { runAttempt } = await import('./attempt.ts');
  return runAttempt(run);
}
