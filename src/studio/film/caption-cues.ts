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

/** Divides texts into cues of at most two short lines. Each cue of a text gets a share of its time by its letters. */
export async function captionCues(texts: readonly TimedText[], language: string): Promise<Cue[]> {
  const breaker = await breakerFor(texts.map(({ text }) => text).join(' '), language);
  return texts.flatMap((timed) => cuesOf(timed, breaker));
}

function cuesOf({ text, startSeconds, endSeconds }: TimedText, breaker: Breaker): Cue[] {
  const lines = linesOf(text, breaker);
  const cues = Array.from({ length: Math.ceil(lines.length / linesMax) }, (_, at) =>
    lines.slice(at * linesMax, (at + 1) * linesMax).join('\n'),
  );
  const all = cues.reduce((sum, cue) => sum + letterCount(cue), 0);
  let before = 0;
  return cues.map((cue) => {
    const from = startSeconds + ((endSeconds - startSeconds) * before) / all;
    before += letterCount(cue);
    const to = startSeconds + ((endSeconds - startSeconds) * before) / all;
    return { startSeconds: from, endSeconds: to, text: cue };
  });
}

/** Breaks a text into as few lines as possible, which have similar lengths. */
function linesOf(text: string, breaker: Breaker): string[] {
  const phrases = breaker(text.replace(/\s+/g, ' '));
  const fewest = filled(phrases, lettersMax);
  for (let limit = 8; limit < lettersMax; limit++) {
    const lines = filled(phrases, limit);
    if (lines.length <= fewest.length && lines.every((line) => letterCount(line) <= lettersMax)) return lines;
  }
  return fewest;
}

function filled(phrases: readonly Phrase[], limit: number): string[] {
  const lines: string[] = [];
  for (const { text, glued } of phrases) {
    const line = lines.at(-1);
    const longer = `${line ?? ''}${glued || line === undefined ? '' : ' '}${text}`;
    if (line !== undefined && letterCount(longer) <= limit) lines.splice(-1, 1, longer);
    else lines.push(text);
  }
  return lines;
}
