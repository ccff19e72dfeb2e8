import { spokenSeconds } from '../sound/voice/pace.ts';
import { type Breaker, breakerFor, type Phrase } from '../text/breaks.ts';
import { letterCount } from '../text/count.ts';
import type { Cue } from './captions.ts';

/** Maximum length of a line, in letters of an alphabet, and maximum number of lines in a cue. */
export const lettersMax = 32;
export const linesMax = 2;

/** Words with the time in which they are spoken or shown, in seconds since the start of the film. */
export interface TimedText {
  text: string;
  startSeconds: number;
  endSeconds: number;
}

/**
 * Divides texts into cues of at most two short lines. Each cue gets a part of the time of its text, in proportion to
 * the time that the cue takes to speak.
 */
export async function captionCues(texts: readonly TimedText[], language: string): Promise<Cue[]> {
  const breaker = await breakerFor(texts.map(({ text }) => text).join(' '), language);
  return texts.flatMap(({ text, ...time }) => timeShares(divided(text, breaker), time, language));
}

/**
 * Divides a time span among texts in proportion to the time that each takes to speak. A price counts with the length of
 * its spoken words.
 */
export function timeShares(texts: readonly string[], time: Omit<TimedText, 'text'>, language: string): TimedText[] {
  const lengths = texts.map((text) => Math.max(shortestSeconds, spokenSeconds(text, language)));
  const stretch = (time.endSeconds - time.startSeconds) / lengths.reduce((sum, length) => sum + length, 0);
  let startSeconds = time.startSeconds;
  return texts.map((text, at) => {
    const endSeconds = startSeconds + (lengths[at] ?? 0) * stretch;
    const share = { text, startSeconds, endSeconds };
    startSeconds = endSeconds;
    return share;
  });
}

/** Assumed time, in seconds, for speaking a text without words, such as a sign. */
const shortestSeconds = 0.1;

/** Divides a text into as few cues as possible, which have similar lengths, and each cue into lines of similar lengths. */
function divided(text: string, breaker: Breaker): string[] {
  const fitsCue = (part: readonly Phrase[]): boolean => filled(part, lettersMax, isShort).length <= linesMax;
  const cues = evenly(breaker(text.replace(/\s+/g, ' ')), linesMax * lettersMax, fitsCue);
  return cues.map((part) => evenly(part, lettersMax, isShort).map(joined).join('\n'));
}

type Fits = (part: readonly Phrase[]) => boolean;

const isShort: Fits = (part) => letterCount(joined(part)) <= lettersMax;

function evenly(phrases: readonly Phrase[], lengthMax: number, fits: Fits): Phrase[][] {
  const fewest = filled(phrases, lengthMax, fits);
  for (let length = 8; length < lengthMax; length++) {
    const groups = filled(phrases, length, fits);
    if (groups.length <= fewest.length && groups.every(fits)) return groups;
  }
  return fewest;
}

/** Groups phrases in their order, as many in each group as fit. */
function filled(phrases: readonly Phrase[], lengthMax: number, fits: Fits): Phrase[][] {
  const groups: Phrase[][] = [];
  for (const phrase of phrases) {
    const last = groups.at(-1);
    const longer = [...(last ?? []), phrase];
    if (last !== undefined && letterCount(joined(longer)) <= lengthMax && fits(longer)) last.push(phrase);
    else groups.push([phrase]);
  }
  return groups;
}

const joined = (phrases: readonly Phrase[]): string =>
  phrases.map(({ text, glued }, at) => (glued || at === 0 ? text : ` ${text}`)).join('');
