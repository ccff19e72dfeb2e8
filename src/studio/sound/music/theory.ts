export type Mode = 'ionian' | 'dorian' | 'lydian' | 'mixolydian' | 'aeolian';

/** Semitones from the tonic to each degree of the scale. */
const scales: Record<Mode, readonly number[]> = {
  ionian: [0, 2, 4, 5, 7, 9, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  aeolian: [0, 2, 3, 5, 7, 8, 10],
};

export interface Key {
  /** MIDI number of the tonic in the octave below middle C, from 48 to 59. */
  tonic: number;
  mode: Mode;
}

/** Chord on a degree of the scale. Degree 0 is the tonic. `add` names a further chord tone as a degree above the root. */
export interface Chord {
  degree: number;
  /** Degrees above the root that sound: `[0, 2, 4]` is a triad, `[0, 3, 4]` has a fourth instead of the third. */
  tones: readonly number[];
}

export const triad = [0, 2, 4] as const;

/** Returns the MIDI number of a degree of the scale. Degrees may be negative or above 6, for other octaves. */
export function pitchOf({ tonic, mode }: Key, degree: number): number {
  const octave = Math.floor(degree / 7);
  return tonic + 12 * octave + (scales[mode][degree - 7 * octave] ?? 0);
}

/** Returns the pitches of a chord in close position, root lowest. */
export const chordPitches = (key: Key, { degree, tones }: Chord): number[] =>
  tones.map((tone) => pitchOf(key, degree + tone));

/**
 * Returns the inversion of a chord whose notes are nearest to the chord before, so that voices move by small steps.
 * Without a chord before, the notes lie around the pitch `centre`.
 */
export function voiced(pitches: readonly number[], centre: number, before: readonly number[] | null): number[] {
  const target = before ?? pitches.map(() => centre);
  const candidates = inversions(pitches, centre);
  return candidates.reduce((best, next) => (distance(next, target) < distance(best, target) ? next : best));
}

function inversions(pitches: readonly number[], centre: number): [number[], ...number[][]] {
  const classes = pitches.map((pitch) => ((pitch % 12) + 12) % 12);
  const all = classes.flatMap((_, first) => {
    const order = [...classes.slice(first), ...classes.slice(0, first)];
    const lowest = centre - 10 + (((((order[0] ?? 0) - (centre - 10)) % 12) + 12) % 12);
    return [stacked(order, lowest), stacked(order, lowest - 12)];
  });
  return [all[0] ?? [], ...all.slice(1)];
}

function stacked(classes: readonly number[], lowest: number): number[] {
  let last = lowest;
  return classes.map((pitchClass, at) => {
    if (at > 0) last += (((pitchClass - last) % 12) + 12) % 12 || 12;
    return last;
  });
}

function distance(notes: readonly number[], target: readonly number[]): number {
  return notes.reduce((sum, note, at) => sum + Math.abs(note - (target[Math.min(at, target.length - 1)] ?? note)), 0);
}
