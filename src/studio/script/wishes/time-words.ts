import { numberOf } from '../../../words/numbers.ts';
import { templatesOf } from '../../../words/templates.ts';
import { firstFrame, firstScene, lastFrame, lastScene, type WishedTime } from './wish.ts';

/** Length in seconds of a moment, such as “at second 4”. */
const momentSeconds = 0.1;
/** Number of seconds that `the first seconds` and `the first few seconds` mean. */
const fewSeconds = 3;

const seconds = (from: number, to: number): WishedTime => ({ kind: 'seconds', from, to });
const lastSeconds = (count: number): WishedTime => ({ kind: 'last-seconds', seconds: count });

/**
 * Times by the labels of their templates, in the order in which they are looked for: a longer description of a time
 * comes before its parts. A time gets the numbers of its template, in order.
 */
const times: Readonly<Record<string, (...numbers: number[]) => WishedTime>> = {
  'first-frame': () => firstFrame,
  'last-frame': () => lastFrame,
  'first-seconds': (count = 0) => seconds(0, count),
  'last-seconds': (count = 0) => lastSeconds(count),
  'first-second': () => seconds(0, 1),
  'last-second': () => lastSeconds(1),
  'first-few-seconds': () => seconds(0, fewSeconds),
  'last-few-seconds': () => lastSeconds(fewSeconds),
  'between-seconds': (from = 0, to = 0) => seconds(from, to),
  'after-seconds': (from = 0) => seconds(from, Infinity),
  'before-seconds': (to = 0) => seconds(0, to),
  'at-second': (at = 0) => seconds(at, at + momentSeconds),
  'every-scene': () => ({ kind: 'every-scene' }),
  'before-last-scene': () => ({ kind: 'before-last-scene' }),
  'first-scene': () => firstScene,
  'last-scene': () => lastScene,
  'second-scene': () => ({ kind: 'scene', at: 1 }),
  'third-scene': () => ({ kind: 'scene', at: 2 }),
  end: () => lastScene,
  start: () => firstScene,
};

/** Stands in a text for a time that was read. */
const timeMark = '¤';
/** A Portuguese preposition before a time, such as `no` in `no primeiro quadro`, which refuses nothing. */
const preposition = new RegExp(`(?<!\\p{L})n[oa]s? +(?=${timeMark})`, 'gu');

export interface TimesRead {
  /** The text with a mark in place of the words that name a time. */
  rest: string;
  times: WishedTime[];
  /** Least number of seconds for which an element is shown; 0 if the text names none. */
  seconds: number;
}

/** Finds the times that a text names. The text is `comparable`. */
export function readTimes(text: string): TimesRead {
  const read: TimesRead = { rest: text, times: [], seconds: 0 };
  const replace = (label: string, replacement: (numbers: number[]) => string): void => {
    read.rest = read.rest.replace(templatesOf('film-wishes', label), (...match: unknown[]) =>
      replacement(numbersIn(match)),
    );
  };
  for (const [label, time] of Object.entries(times))
    replace(label, (numbers) => {
      read.times.push(time(...numbers));
      return ` ${timeMark} `;
    });
  replace('lasting', ([count = 0]) => {
    read.seconds = count;
    return ' ';
  });
  return { ...read, rest: read.rest.replace(preposition, ' ') };
}

/** Returns the numbers that the groups of a match have found. The first element of a match is the whole match. */
const numbersIn = ([, ...groups]: readonly unknown[]): number[] =>
  groups
    .slice(0, -2) // After the groups come the position and the whole text.
    .filter((group) => typeof group === 'string')
    .map(numberOf);
