import { spokenSeconds } from '../sound/voice/pace.ts';
import { type Breaker, breakerFor, type Phrase } from '../text/breaks.ts';
import { letterCount } from '../text/count.ts';
import { divideLeastDisturbing, divisionCost, emptinessCost, joinedPhrases } from '../text/phrase-ends.ts';
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

/**
 * Divides a text into few cues and each cue into lines, where a reader is disturbed least: after a clause rather than
 * within it, and not between a preposition and its noun.
 */
function divided(text: string, breaker: Breaker): string[] {
  const cues = divideLeastDisturbing(breaker(text.replace(/\s+/g, ' ')), {
    fits: (part) => linesOf(part) !== null,
    costOf: (part) => (linesOf(part)?.cost ?? 0) / 4 + 2 * emptinessCost(lengthOf(part), linesMax * lettersMax),
  });
  return cues.map((part) => (linesOf(part)?.lines ?? [part]).map(joinedPhrases).join('\n'));
}

const lengthOf = (part: readonly Phrase[]): number => letterCount(joinedPhrases(part));

interface CueLines {
  lines: Phrase[][];
  /** How much the line break disturbs a reader, on the scale of `divisionCost`. */
  cost: number;
}

/** Returns the lines of a cue, one or two; null if they are too long. A single long word may be wider than a line. */
function linesOf(part: readonly Phrase[]): CueLines | null {
  const fits = (line: readonly Phrase[]): boolean => line.length === 1 || lengthOf(line) <= lettersMax;
  if (fits(part)) return { lines: [[...part]], cost: 0 };
  const ways = part
    .slice(1)
    .map((_, at) => [part.slice(0, at + 1), part.slice(at + 1)] as const)
    .filter((lines) => lines.every(fits))
    .map(([first, second]): CueLines => ({
      lines: [first, second],
      cost: divisionCost(first, second) + unevenness(first, second),
    }));
  return ways.toSorted((a, b) => a.cost - b.cost)[0] ?? null;
}

/** Disturbance, on the scale of `divisionCost`, of two lines of different lengths. */
const unevenness = (first: readonly Phrase[], second: readonly Phrase[]): number =>
  3 * ((lengthOf(first) - lengthOf(second)) / lettersMax) ** 2;
