import type { JobErrorCode } from '../errors/job-errors.ts';

/**
 * Outcome of an attempt (one run of a stage). `reason` is a clause that follows "because", such as "it crashed".
 * `isOfCluster` marks a failure that the cluster caused, not the stage; the next attempt would fail the same way.
 */
export type AttemptEnd<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'permanent'; code: JobErrorCode | undefined; sentence: string; isOfCluster?: boolean }
  | { kind: 'failed'; reason: string }
  | { kind: 'disrupted'; reason: string };

export interface StageProgress {
  name: string;
  /** Number of attempts started, including the one that just ended. */
  attempt: number;
  /** Number of earlier attempts that were disrupted and not counted. */
  disruptions: number;
  /** Error code of the job if the stage used up its attempts without reporting a code. */
  fallbackCode: JobErrorCode;
}

export interface RetryLimits {
  /** Maximum number of attempts that count against the stage. */
  attemptsMax: number;
  /**
   * Maximum number of disrupted attempts that do not count against the stage. Later disruptions are counted, so that a
   * stage cannot run forever.
   */
  disruptionsMax: number;
}

export type NextAttempt<Result> =
  | { kind: 'finished'; result: Result }
  | { kind: 'again'; counted: boolean; reason: string }
  | { kind: 'given-up'; code: JobErrorCode; sentence: string; isOfCluster?: boolean };

export const retryLimits: RetryLimits = { attemptsMax: 3, disruptionsMax: 30 };

/**
 * Delays before a retry: after the first counted attempt, and after the second. During the delay, a web page or a model
 * that failed may recover.
 */
const delaysMs = [1_000, 5_000];

/** The first `free` disruptions are retried at once; the delay then starts at `firstMs` and doubles each time. */
const disruptedDelay = { free: 3, firstMs: 500, maxMs: 10_000 };

/**
 * Returns the delay before the next attempt after a failed attempt. The delay depends on the number of counted
 * attempts.
 */
export function retryDelayMs({ attempt, disruptions }: Pick<StageProgress, 'attempt' | 'disruptions'>): number {
  const counted = Math.min(attempt - disruptions, delaysMs.length);
  return delaysMs[counted - 1] ?? 0;
}

/**
 * Returns the delay before the next attempt after a disruption. The delay gives a node that cannot start a process, or
 * has no room for a process, some minutes to recover. Without a delay, the stage would use up all attempts at once.
 */
export function disruptionDelayMs({ disruptions }: Pick<StageProgress, 'disruptions'>): number {
  const { free, firstMs, maxMs } = disruptedDelay;
  return disruptions <= free ? 0 : Math.min(maxMs, firstMs * 2 ** (disruptions - free - 1));
}

/**
 * Decides whether a stage is retried after an attempt ended.
 *
 * Guarantee: at most `attemptsMax` attempts count against the stage. A disruption (drained node, lost access, a killed
 * service) is not the fault of the stage, so the first `disruptionsMax` disruptions of a stage do not count.
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
