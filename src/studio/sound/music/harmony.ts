import type { Bar, Form } from './form.ts';
import type { Span } from './pattern.ts';
import { chordPitches, triad, voiced, type Chord, type Key } from './theory.ts';

/** Chord and the time for which it sounds. */
export interface ChordSpan extends Span {
  bar: Bar;
  chord: Chord;
  /** MIDI numbers, lowest first, in the register of the chords. */
  pitches: number[];
}

interface HarmonyChoices {
  key: Key;
  progression: readonly number[];
  turnaround: number;
  tones: readonly number[];
  centre: number;
}

/**
 * Returns the chords up to the end card. The progression is repeated if it is shorter than the film. The bar before the
 * end card has the turnaround chord: two beats with a fourth in place of the third, then two beats of the plain chord.
 * The end card itself is on the tonic.
 */
export function harmonyOf(
  { bars }: Form,
  { key, progression, turnaround, tones, centre }: HarmonyChoices,
): ChordSpan[] {
  let before: number[] | null = null;
  return bars
    .flatMap((bar) => chordsOf(bar))
    .map((span) => {
      before = voiced(chordPitches(key, span.chord), centre, before);
      return { ...span, pitches: before };
    });

  function chordsOf(bar: Bar): Omit<ChordSpan, 'pitches'>[] {
    if (bar.role === 'build' && bar.beats === 4) {
      const half = { bar, beats: 2 };
      const suspended = { degree: turnaround, tones: [0, 3, 4] };
      return [
        { ...half, beat: bar.beat, chord: suspended },
        { ...half, beat: bar.beat + 2, chord: { degree: turnaround, tones: triad } },
      ];
    }
    const degree = progression[bar.number % progression.length] ?? 0;
    return [{ bar, beat: bar.beat, beats: bar.beats, chord: { degree, tones } }];
  }
}
