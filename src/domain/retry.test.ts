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
const crashed: AttemptEnd<string> = { kind: 'failed', reason: 'it crashed' };
const disrupted: AttemptEnd<string> = { kind: 'disrupted', reason: 'it was interrupted' };
const refused: AttemptEnd<string> = { kind: 'permanent', code: 'no_narratives', sentence: 'No story.' };
const refusedBare: AttemptEnd<string> = { kind: 'permanent', code: undefined, sentence: 'No.' };

const again = (counted: boolean, reason: string): NextAttempt<string> => ({ kind: 'again', counted, reason });
const usedUp = (reason: string): NextAttempt<string> => ({
  kind: 'given-up',
  code: 'image_model_error',
  sentence: `The image stage failed 3 times, most recently because ${reason}.`,
});

test.each<[string, Partial<StageProgress>, AttemptEnd<string>, NextAttempt<string>]>([
  ['a result ends the stage', {}, done, { kind: 'finished', result: 'it' }],
  ['a first crash is tried again', {}, crashed, again(true, 'it crashed')],
  ['a second crash is tried again', { attempt: 2 }, crashed, again(true, 'it crashed')],
  ['a third crash is the last', { attempt: 3 }, crashed, usedUp('it crashed')],
  ['attempts that were disrupted leave room', { attempt: 4, disruptions: 2 }, crashed, again(true, 'it crashed')],
  ['three that count are all', { attempt: 5, disruptions: 2 }, crashed, usedUp('it crashed')],
  ['a drained node costs no attempt', { attempt: 3 }, disrupted, again(false, 'it was interrupted')],
  ['too many disruptions begin to count', { attempt: 3, disruptions: 2 }, disrupted, again(true, 'it was interrupted')],
  ['and then end the stage', { attempt: 5, disruptions: 2 }, disrupted, usedUp('it was interrupted')],
  [
    'a permanent failure is final at once',
    {},
    refused,
    { kind: 'given-up', code: 'no_narratives', sentence: 'No story.' },
  ],
  [
    'one without a code gets that of the stage',
    {},
    refusedBare,
    { kind: 'given-up', code: 'image_model_error', sentence: 'No.' },
  ],
])('%s', (_, stage, end, want) => {
  expect(nextAttempt({ ...fresh, ...stage }, end, limits)).toEqual(want);
});

test.each<[string, number, number, number]>([
  ['one that counts makes the next wait a second', 1, 0, 1_000],
  ['two that count make it wait five', 2, 0, 5_000],
  ['more than two do not make it wait longer', 3, 0, 5_000],
  ['disruptions in between add nothing', 3, 2, 1_000],
])('%s', (_, attempt, disruptions, wantMs) => {
  expect(retryDelayMs({ attempt, disruptions })).toBe(wantMs);
});

test.each<[string, number, number]>([
  ['a few disruptions are not waited for', 3, 0],
  ['one after the other, they are', 5, 1_000],
  ['and never for more than ten seconds', 30, 10_000],
])('%s', (_, disruptions, wantMs) => {
  expect(disruptionDelayMs({ disruptions })).toBe(wantMs);
});
