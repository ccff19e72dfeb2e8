import type { JobErrorCode } from '../errors/job-errors.ts';

/**
 * Outcome of an attempt. `reason` is a clause that can follow "because", such as "the stage crashed". `isOfCluster` is
 * true if the cluster caused the failure and another attempt would fail in the same way.
 */
export type AttemptEnd<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'permanent'; code: JobErrorCode | undefined; sentence: string; isOfCluster?: boolean }
  | { kind: 'failed'; reason: string }
  | { kind: 'disrupted'; reason: string };

export interface StageProgress {
  name: string;
  attempt: number;
  /** Number of earlier attempts that were disrupted, for example by a drained node, and do not count as failures. */
  disruptions: number;
  fallbackCode: JobErrorCode;
}

export interface RetryLimits {
  attemptsMax: number;
  /**
   * Maximum number of disrupted attempts that do not count as failures. Further disruptions count, so that a stage does
   * not run forever.
   */
  disruptionsMax: number;
}

export type NextAttempt<Result> =
  | { kind: 'finished'; result: Result }
  | { kind: 'again'; counted: boolean; reason: string }
  | { kind: 'given-up'; code: JobErrorCode; sentence: string; isOfCluster?: boolean };

export const retryLimits: RetryLimits = { attemptsMax: 3, disruptionsMax: 30 };

/**
 * Delays in milliseconds before a failed stage is retried: after its first and after its second failure. The delays
 * give a failed web page or model time to recover.
 */
const delaysMs = [1_000, 5_000];

/**
 * Delays after a disruption of a stage. After each of the first `free` disruptions, the stage is retried without delay.
 * After that, the delay starts at `firstMs` milliseconds and doubles each time, up to `maxMs`.
 */
const disruptedDelay = { free: 3, firstMs: 500, maxMs: 10_000 };

export function retryDelayMs({ attempt, disruptions }: Pick<StageProgress, 'attempt' | 'disruptions'>): number {
  const counted = Math.min(attempt - disruptions, delaysMs.length);
  return delaysMs[counted - 1] ?? 0;
}

/**
 * Returns the delay in milliseconds before a stage runs again after a disruption. The delays give a node that cannot
 * start a process some minutes to recover. Without them, the stage would use up all its attempts at once.
 */
export function disruptionDelayMs({ disruptions }: Pick<StageProgress, 'disruptions'>): number {
  const { free, firstMs, maxMs } = disruptedDelay;
  return disruptions <= free ? 0 : Math.min(maxMs, firstMs * 2 ** (disruptions - free - 1));
}

/**
 * Decides whether a stage runs again after an attempt (run) has ended.
 *
 * Guarantee: at most `attemptsMax` attempts count as failures of the stage. A disruption (drained node, lost access,
 * killed service) is not the fault of the stage, so the first `disruptionsMax` disruptions do not count.
 */
export function nextAttempt<Result>(
  stage: StageProgress,
  end: AttemptEnd<Result>,
  limits: RetryLimits = retryLimits,
): NextAttempt<Result> {
  if (end.kind === 'done') return { kind: 'finished', result: end.result };
  if (end.kind === 'permanent') {
    const { code = stage.fallbackCode, sentence, isOfCluster } = end;
    return { kind: 'given-up', code, sentence, ...(isOfCluster === true && { isOfCluster }) };
  }
  if (end.kind === 'disrupted' && stage.disruptions < limits.disruptionsMax) {
    return { kind: 'again', counted: false, reason: end.reason };
  }
  if (stage.attempt - stage.disruptions < limits.attemptsMax)
    return { kind: 'again', counted: true, reason: end.reason };
  const sentence = `The ${stage.name} stage failed ${limits.attemptsMax} times, most recently because ${end.reason}.`;
  return { kind: 'given-up', code: stage.fallbackCode, sentence };
}
