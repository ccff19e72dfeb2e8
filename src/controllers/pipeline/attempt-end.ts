import type { AttemptEnd } from '../../domain/retry.ts';
import { isJobErrorCode, type JobErrorCode } from '../../errors/job-errors.ts';
import type { AttemptObservation, EndReason } from '../../launch/port.ts';
import { exitAccessExpired, exitDone, exitPermanent } from '../../stages/contract.ts';
import type { SeenResult } from './seen.ts';
import { readTerminationMessage } from './termination-message.ts';

export type Ended = Extract<AttemptObservation, { state: 'ended' }>;
export type WholeResult = Extract<SeenResult, { kind: 'whole' }>;

const sentenceLengthMax = 500;
const accessExpired = 'its access to files expired';

/**
 * What the end of an attempt means. `ended` is undefined for an attempt that is missing: started once, and now nobody
 * knows of it.
 *
 * Guarantee: a whole result is never thrown away. It is written last and at once, so whatever befell the attempt after
 * it (a lost node, a deadline, a service that was killed), the work is done. Only a stage's own "no" goes before it.
 */
export function attemptEnd(ended: Ended | undefined, result: SeenResult): AttemptEnd<WholeResult> {
  if (ended?.reason === 'exited' && ended.exitCode === exitPermanent) return permanent(ended.message);
  if (result.kind === 'whole') return { kind: 'done', result };
  if (ended === undefined) return { kind: 'disrupted', reason: 'it disappeared' };
  if (result.kind === 'garbage') return { kind: 'failed', reason: result.why };
  return endWithoutResult(ended);
}

function endWithoutResult(ended: Ended): AttemptEnd<never> {
  const ends: Record<EndReason, () => AttemptEnd<never>> = {
    exited: () => exited(ended),
    disrupted: () => ({ kind: 'disrupted', reason: 'it was interrupted' }),
    'access-expired': () => ({ kind: 'disrupted', reason: accessExpired }),
    'deadline-exceeded': () => ({ kind: 'failed', reason: 'it took too long' }),
    'out-of-memory': () => ({ kind: 'failed', reason: 'it needed too much memory' }),
    unschedulable: () => refused('unschedulable', 'The cluster found no place to run the stage.'),
    'image-pull-failed': () => refused('image_pull_failed', 'The container image of the stage could not be pulled.'),
    unstartable: () =>
      refused('internal', 'The container of the stage could not be made as this installation describes it.'),
  };
  return ends[ended.reason]();
}

function exited({ exitCode, message }: Ended): AttemptEnd<never> {
  if (exitCode === exitAccessExpired) return { kind: 'disrupted', reason: accessExpired };
  if (exitCode === exitDone) return { kind: 'failed', reason: 'it left no result' };
  const { sentence } = readReason(message);
  const how = exitCode === null ? 'it was killed' : `it ended with code ${exitCode}`;
  return { kind: 'failed', reason: sentence === undefined ? how : `${how} (${sentence.replace(/\.$/, '')})` };
}

function refused(code: JobErrorCode, sentence: string): AttemptEnd<never> {
  return { kind: 'permanent', code, sentence, isOfCluster: true };
}

function permanent(message: string): AttemptEnd<never> {
  const { code, sentence } = readReason(message);
  return { kind: 'permanent', code, sentence: sentence ?? 'The stage failed and said no reason.' };
}

/** Why a stage failed, in its own words; what cannot be read says nothing. */
function readReason(message: string): { code: JobErrorCode | undefined; sentence: string | undefined } {
  const told = readTerminationMessage(message);
  if (told === undefined || !('sentence' in told)) return { code: undefined, sentence: undefined };
  const { code = '', sentence } = told;
  const words = Array.from(sentence.replace(/[\s\p{C}]+/gu, ' ').trim());
  const short = words.length > sentenceLengthMax ? `${words.slice(0, sentenceLengthMax).join('')}…` : words.join('');
  return { code: isJobErrorCode(code) ? code : undefined, sentence: short === '' ? undefined : short };
}
