/**
 * Rhythm of one bar as text: one character for each sixteenth, four for a beat. `.` is a rest, `-` lengthens the note
 * before, `x` is a loud note and `o` a soft one. Other characters select a note, as the reader of the pattern defines.
 */
export type Pattern = string;

export interface Span {
  /** Beat of the film on which the span starts. */
  beat: number;
  /** Length in beats. */
  beats: number;
}

export interface Hit extends Span {
  symbol: string;
}

const stepsPerBeat = 4;

/** Returns the notes of a pattern within a span. The pattern repeats if the span is longer, and is cut if shorter. */
export function hitsOf(pattern: Pattern, { beat, beats }: Span): Hit[] {
  const hits: Hit[] = [];
  for (let step = 0; step < Math.round(beats * stepsPerBeat); step++) {
    const symbol = pattern[step % pattern.length] ?? '.';
    const last = hits.at(-1);
    if (symbol === '-') {
      if (last !== undefined) last.beats += 1 / stepsPerBeat;
    } else if (symbol !== '.') {
      hits.push({ beat: beat + step / stepsPerBeat, beats: 1 / stepsPerBeat, symbol });
    }
  }
  return hits;
}
