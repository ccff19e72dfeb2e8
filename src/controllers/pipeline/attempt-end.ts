import type { AttemptEnd } from '../../domain/retry.ts';
import { isJobErrorCode, type JobErrorCode } from '../../errors/job-errors.ts';
import type { AttemptNumber, AttemptObservation, EndReason } from '../../launch/port.ts';
import { exitAccessExpired, exitDone, exitPermanent, type StageResult } from '../../schema/stage-contract.ts';
import type { StartFailure } from '../../schema/stage-wait.ts';
import { readTerminationMessage } from '../../domain/termination-message.ts';

export type Ended = Extract<AttemptObservation, { state: 'ended' }>;

/**
 * The `result.json` of an attempt. `none`: the file does not exist. `garbage`: the file is invalid. `whole`: the file
 * is valid, and `ref` is its key in the artifact store.
 */
export type SeenResult =
  { kind: 'none' } | { kind: 'garbage'; why: string } | { kind: 'whole'; ref: string; result: StageResult };
export type WholeResult = Extract<SeenResult, { kind: 'whole' }>;

export type SeenAttempt = Exclude<AttemptObservation, Ended> | (Ended & { end: AttemptEnd<WholeResult> });

export function findAttempt<A extends AttemptNumber>(attempts: readonly A[], wanted: AttemptNumber): A | undefined {
  return attempts.find(({ stage, attempt }) => stage === wanted.stage && attempt === wanted.attempt);
}

const sentenceLengthMax = 500;
const accessExpired = "the stage's access to its files expired";

export function judgeEnds(
  attempts: readonly AttemptObservation[],
  running: AttemptNumber | undefined,
  result: SeenResult,
): { attempts: SeenAttempt[]; missing: AttemptEnd<WholeResult> | undefined } {
  const found = running && findAttempt(attempts, running);
  const judged = attempts.map((each): SeenAttempt => {
    if (each.state !== 'ended') return each;
    return { ...each, end: attemptEnd(each, each === found ? result : { kind: 'none' }) };
  });
  const isMissing = running !== undefined && found === undefined;
  return { attempts: judged, missing: isMissing ? attemptEnd(undefined, result) : undefined };
}

/**
 * Returns the outcome of an attempt. `ended` is undefined if the attempt was started but has disappeared from the list
 * of the stage launcher.
 *
 * Guarantee: a valid result counts even if the attempt failed after writing it (a lost node, a deadline, a killed
 * service), because a stage writes its result last and in one step. Only a permanent failure that the stage itself
 * reported has priority over the result.
 */
function attemptEnd(ended: Ended | undefined, result: SeenResult): AttemptEnd<WholeResult> {
  if (ended?.reason === 'exited' && ended.exitCode === exitPermanent) return permanent(ended.message);
  if (result.kind === 'whole') return { kind: 'done', result };
  if (ended === undefined) return { kind: 'disrupted', reason: 'the stage disappeared' };
  if (result.kind === 'garbage') return { kind: 'failed', reason: result.why };
  return endWithoutResult(ended);
}

function endWithoutResult(ended: Ended): AttemptEnd<never> {
  const ends: Record<EndReason, () => AttemptEnd<never>> = {
    exited: () => exited(ended),
    disrupted: () => ({ kind: 'disrupted', reason: 'the stage was interrupted' }),
    'access-expired': () => ({ kind: 'disrupted', reason: accessExpired }),
    'deadline-exceeded': () => ({ kind: 'failed', reason: 'the stage took too long' }),
    'out-of-memory': () => ({ kind: 'failed', reason: 'the stage needed too much memory' }),
    unschedulable: () => refused('unschedulable', 'The cluster found no node that could run the stage.'),
    'image-pull-failed': () => ({ kind: 'disrupted', reason: 'its container image could not be pulled' }),
    unstartable: () => ({ kind: 'disrupted', reason: 'its container could not be created' }),
    'settings-changed': () => ({ kind: 'disrupted', reason: 'it had not started when the pod settings changed' }),
  };
  return ends[ended.reason]();
}

function exited({ exitCode, message }: Ended): AttemptEnd<never> {
  if (exitCode === exitAccessExpired) return { kind: 'disrupted', reason: accessExpired };
  if (exitCode === exitDone && hasReadNothing(message)) return permanent(message);
  if (exitCode === exitDone) return { kind: 'failed', reason: 'the stage wrote no result' };
  const { sentence } = readReason(message);
  const how = exitCode === null ? 'the stage was killed' : `the stage ended with code ${exitCode}`;
  return { kind: 'failed', reason: sentence === undefined ? how : `${how} (${sentence.replace(/\.$/, '')})` };
}

/** Returns the outcome of a stage whose container has failed to start for too long. */
export function neverStarted(reason: StartFailure): AttemptEnd<never> {
  if (reason === 'ImagePull')
    return refused('image_pull_failed', 'The container image of the stage could not be pulled.');
  const sentence = 'The container of the stage could not be created with the settings of this installation.';
  return refused('internal', sentence);
}

function refused(code: JobErrorCode, sentence: string): AttemptEnd<never> {
  return { kind: 'permanent', code, sentence, isOfCluster: true };
}

function permanent(message: string): AttemptEnd<never> {
  const { code, sentence } = readReason(message);
  return { kind: 'permanent', code, sentence: sentence ?? 'The stage failed and reported no reason.' };
}

/** Reports whether a stage ended in order, but could read none of the web pages of the request. */
function hasReadNothing(message: string): boolean {
  const reported = readTerminationMessage(message);
  return reported !== undefined && 'sentence' in reported && reported.unread !== undefined;
}

function readReason(message: string): { code: JobErrorCode | undefined; sentence: string | undefined } {
  const reported = readTerminationMessage(message);
  if (reported === undefined || !('sentence' in reported)) return { code: undefined, sentence: undefined };
  const { code = '', sentence } = reported;
  const words = Array.from(sentence.replace(/[\s\p{C}]+/gu, ' ').trim());
  const short = words.length > sentenceLengthMax ? `${words.slice(0, sentenceLengthMax).join('')}…` : words.join('');
  return { code: isJobErrorCode(code) ? code : undefined, sentence: short === '' ? undefined : short };
}
