import type { StageRun } from './attempt.ts';
import { holdLifeline } from './lifeline.ts';

/**
 * Runs the stage named in the environment once and returns the exit code: 0 success, 64 permanent failure, 65 file
 * access expired, 1 failure that can be retried. The stage writes its files first, then `result.json`, then the
 * termination message. The caller must end the process with the exit code, because a stopped stage may leave work
 * running. Throws `ConfigError` if the environment is invalid.
 *
 * `holdLifeline` runs before any other module is loaded, so that the process never outlives its service.
 */
export async function runStage(run: StageRun): Promise<number> {
  holdLifeline();
  const { runAttempt } = await import('./attempt.ts');
  return runAttempt(run);
}
