import type { StageLoader } from '../stages/registry.ts';
import { holdLifeline } from '../stages/lifeline.ts';

interface StageRun {
  /** Signal that aborts when the process receives SIGTERM. */
  stop: AbortSignal;
  environment?: NodeJS.ProcessEnv;
  stages?: ReadonlyMap<string, StageLoader>;
}

/**
 * Runs the stage that the environment names, and returns the exit code: 0 for success, 64 for a permanent failure, 65 if
 * the access to its files has expired, 1 for a failure that can be retried. The stage writes its output files first,
 * then `result.json`, then the termination message. The caller must end the process with the exit code, because a
 * stopped stage may leave work running. Throws `ConfigError` if the environment is invalid.
 *
 * `holdLifeline` runs before any other module is loaded, so that this process never outlives its parent process.
 */
export async function runStage({ stop, environment, stages }: StageRun): Promise<number> {
  holdLifeline();
  const [{ readStageConfig }, { runAttempt }] = await Promise.all([
    import('../config/stage-config.ts'),
    import('../stages/attempt.ts'),
  ]);
  const settings = readStageConfig(environment);
  if (settings.trustedCaFile !== undefined) {
    (await import('./trusted-ca.ts')).trustConfiguredAuthorities(settings.trustedCaFile);
  }
  return runAttempt({ stop, settings, ...(stages && { stages }) });
}
