import type { JobErrorCode } from '../errors/job-errors.ts';

/**
 * How an attempt ended. `reason` reads on after "because": "it crashed". What is of the cluster is no fault of the stage, and
 * would befall the next one too.
 */
export type AttemptEnd<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'permanent'; code: JobErrorCode | undefined; sentence: string; isOfCluster?: boolean }
  | { kind: 'failed'; reason: string }
  | { kind: 'disrupted'; reason: string };

export interface StageProgress {
  name: string;
  /** Attempts begun, the one that has just ended included. */
  attempt: number;
  /** Attempts before it that were not counted. */
  disruptions: number;
  /** Of a stage that used up its attempts without saying why. */
  fallbackCode: JobErrorCode;
}

export interface RetryLimits {
  /** Attempts that count. */
  attemptsMax: number;
  /** Attempts that do not; from then on each one counts, so that no stage goes on for ever. */
  disruptionsMax: number;
}

export type NextAttempt<Result> =
  | { kind: 'finished'; result: Result }
  | { kind: 'again'; counted: boolean; reason: string }
  | { kind: 'given-up'; code: JobErrorCode; sentence: string; isOfCluster?: boolean };

export const retryLimits: RetryLimits = { attemptsMax: 3, disruptionsMax: 30 };

/** After the first and the second attempt that counts: a page or a model that was away may be back by then. */
const delaysMs = [1_000, 5_000];

/** The first few disruptions are not waited for; then half a second, and twice as long each time. */
const disruptedDelay = { free: 3, firstMs: 500, maxMs: 10_000 };

/** How long a stage waits after the end of an attempt that failed, by how many have been charged to it. */
export function retryDelayMs({ attempt, disruptions }: Pick<StageProgress, 'attempt' | 'disruptions'>): number {
  const counted = Math.min(attempt - disruptions, delaysMs.length);
  return delaysMs[counted - 1] ?? 0;
}

/**
 * The same after a disruption. A machine that starts no process, or has no room for one, is given some minutes: without a
 * wait it would use up all attempts at once.
 */
export function disruptionDelayMs({ disruptions }: Pick<StageProgress, 'disruptions'>): number {
  const { free, firstMs, maxMs } = disruptedDelay;
  return disruptions <= free ? 0 : Math.min(maxMs, firstMs * 2 ** (disruptions - free - 1));
}

/**
 * How a stage goes on after an attempt has ended.
 *
 * Guarantee: at most `attemptsMax` attempts are charged to the stage; a disruption (drained node, lost access, a service
 * that was killed) is nobody's fault and is not counted, but never more than `disruptionsMax` of them.
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
  const sentence = `The ${stage.name} stage failed ${limits.attemptsMax} times, at last because ${end.reason}.`;
  return { kind: 'given-up', code: stage.fallbackCode, sentence };
}
