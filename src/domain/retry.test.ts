import { expect, test } from '@jest/globals';
import {
  disruptionDelayMs,
  nextAttempt,
  retryDelayMs,
  type AttemptEnd,
  type NextAttempt,
  type StageProgress,
} from './retry.ts';

const limits = { attemptsMax: 3, disruptionsMax: 2 };
const fresh: StageProgress = { name: 'image', attempt: 1, disruptions: 0, fallbackCode: 'image_model_error' };

const done: AttemptEnd<string> = { kind: 'done', result: 'it' };
const crashed: AttemptEnd<string> = { kind: 'failed', reason: 'the stage crashed' };
const disrupted: AttemptEnd<string> = { kind: 'disrupted', reason: 'the stage was interrupted' };
const refused: AttemptEnd<string> = { kind: 'permanent', code: 'no_narratives', sentence: 'No story.' };
const refusedBare: AttemptEnd<string> = { kind: 'permanent', code: undefined, sentence: 'No.' };

const again = (counted: boolean, reason: string): NextAttempt<string> => ({ kind: 'again', counted, reason });
const usedUp = (reason: string): NextAttempt<string> => ({
  kind: 'given-up',
  code: 'image_model_error',
  sentence: `The image stage failed 3 times, most recently because ${reason}.`,
});

test.each<[string, Partial<StageProgress>, AttemptEnd<string>, NextAttempt<string>]>([
  ['a result finishes the stage', {}, done, { kind: 'finished', result: 'it' }],
  ['a first crash is retried', {}, crashed, again(true, 'the stage crashed')],
  ['a second crash is retried', { attempt: 2 }, crashed, again(true, 'the stage crashed')],
  ['a third crash is final', { attempt: 3 }, crashed, usedUp('the stage crashed')],
  [
    'disrupted attempts do not use up the retries',
    { attempt: 4, disruptions: 2 },
    crashed,
    again(true, 'the stage crashed'),
  ],
  ['three counted attempts use up the retries', { attempt: 5, disruptions: 2 }, crashed, usedUp('the stage crashed')],
  ['a disrupted attempt does not count', { attempt: 3 }, disrupted, again(false, 'the stage was interrupted')],
  [
    'a disruption counts after too many disruptions',
    { attempt: 3, disruptions: 2 },
    disrupted,
    again(true, 'the stage was interrupted'),
  ],
  [
    'a disruption that counts can be final',
    { attempt: 5, disruptions: 2 },
    disrupted,
    usedUp('the stage was interrupted'),
  ],
  [
    'a permanent failure is final at once',
    {},
    refused,
    { kind: 'given-up', code: 'no_narratives', sentence: 'No story.' },
  ],
  [
    'a permanent failure without a code gets the fallback code of the stage',
    {},
    refusedBare,
    { kind: 'given-up', code: 'image_model_error', sentence: 'No.' },
  ],
  [
    'a permanent failure of the cluster stays marked as one',
    {},
    { kind: 'permanent', code: 'internal', sentence: 'No image.', isOfCluster: true },
    { kind: 'given-up', code: 'internal', sentence: 'No image.', isOfCluster: true },
  ],
])('%s', (_, stage, end, want) => {
  expect(nextAttempt({ ...fresh, ...stage }, end, limits)).toEqual(want);
});

test.each<[string, number, number, number]>([
  ['the delay after one counted attempt is one second', 1, 0, 1_000],
  ['the delay after two counted attempts is five seconds', 2, 0, 5_000],
  ['the delay after three counted attempts is still five seconds', 3, 0, 5_000],
  ['disruptions do not lengthen the delay', 3, 2, 1_000],
])('%s', (_, attempt, disruptions, wantMs) => {
  expect(retryDelayMs({ attempt, disruptions })).toBe(wantMs);
});

test.each<[string, number, number]>([
  ['a few disruptions cause no delay', 3, 0],
  ['further disruptions cause a delay', 5, 1_000],
  ['the delay after disruptions is at most ten seconds', 30, 10_000],
])('%s', (_, disruptions, wantMs) => {
  expect(disruptionDelayMs({ disruptions })).toBe(wantMs);
});
