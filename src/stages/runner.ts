import { holdLifeline } from './lifeline.ts';
import type { StageLoader } from './registry.ts';

export interface StageRun {
  /** Aborted by SIGTERM. */
  stop: AbortSignal;
  environment?: NodeJS.ProcessEnv;
  stages?: ReadonlyMap<string, StageLoader>;
}

/**
 * Run the stage that the environment names, once, and say how it went: 0 done, 64 for good, 65 no longer allowed to use
 * its files, 1 worth another try. Files come first, `result.json` after them, the termination message last. The caller
 * ends the process with the exit code, since a stage that was told to end may leave work behind. Throws `ConfigError`
 * when the environment is not right.
 *
 * The lifeline comes before everything else is even loaded: a process is tied to its service from its first moment on.
 */
export async function runStage(run: StageRun): Promise<number> {
  holdLifeline();
  const { runAttempt } = await import('./attempt.ts');
  return runAttempt(run);
}
