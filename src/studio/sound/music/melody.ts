import { seededUnit } from '../../seeded.ts';
import { chosen } from './chosen.ts';
import type { ChordSpan } from './harmony.ts';
import { hitsOf, type Hit, type Pattern } from './pattern.ts';
import type { Note } from './score.ts';
import { pitchOf, type Key } from './theory.ts';

/** Steps of the scale from one note to the next. Each list returns near to where it started. */
const contours: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 1, 1, -2, 2, -1, -1],
  [0, 2, -1, -1, 2, 1, -3],
  [0, -1, 2, 1, -1, -1, 1],
  [0, 4, -1, -1, -1, 1, -2],
  [0, 1, -1, 3, -1, -1, -1],
];

export interface Motif {
  rhythm: Pattern;
  contour: readonly number[];
}

export const motifOf = (seed: string, rhythms: readonly [Pattern, ...Pattern[]]): Motif => ({
  rhythm: chosen(seed, 'melody rhythm', rhythms),
  contour: chosen(seed, 'melody contour', contours),
});

/**
 * Returns the melody: a motif of two bars that follows the chords. Notes on a beat are notes of the chord, so the motif
 * fits each chord and stays the same in rhythm and direction.
 */
export function melodyNotes(chords: readonly ChordSpan[], key: Key, motif: Motif, centre: number): Note[] {
  const start = chords[0]?.beat ?? 0;
  const end = start + chords.reduce((sum, { beats }) => sum + beats, 0);
  let degree = nearestDegree(key, centre);
  let at = 0;
  return hitsOf(motif.rhythm, { beat: start, beats: end - start }).flatMap((hit) => {
    const chord = chordAt(chords, hit.beat);
    if (chord === undefined || chord.bar.role === 'build') return [];
    degree = fitted(degree + (motif.contour[at % motif.contour.length] ?? 0), hit, chord);
    at++;
    degree = withinOctave(degree, nearestDegree(key, centre));
    return [melodyNote(pitchOf(key, degree), hit, 0.55 + 0.2 * chord.bar.energy)];
  });
}

/** Moves a note on a beat to the nearest note of the chord. */
function fitted(degree: number, hit: Hit, { chord }: ChordSpan): number {
  if (hit.beat % 1 !== 0) return degree;
  const inChord = (candidate: number): boolean =>
    chord.tones.some((tone) => (((candidate - chord.degree - tone) % 7) + 7) % 7 === 0);
  return [0, 1, -1, 2, -2].map((by) => degree + by).find(inChord) ?? degree;
}

const withinOctave = (degree: number, centre: number): number =>
  degree > centre + 5 ? degree - 7 : degree < centre - 5 ? degree + 7 : degree;

const chordAt = (chords: readonly ChordSpan[], beat: number): ChordSpan | undefined =>
  chords.find((span) => beat >= span.beat && beat < span.beat + span.beats);

/** Returns the degree of the scale whose pitch is nearest to a MIDI number. */
export function nearestDegree(key: Key, pitch: number): number {
  const degrees = Array.from({ length: 43 }, (_, at) => at - 7);
  const off = (degree: number): number => Math.abs(pitchOf(key, degree) - pitch);
  return degrees.reduce((best, degree) => (off(degree) < off(best) ? degree : best));
}

const melodyNote = (pitch: number, { beat, beats }: Hit, velocity: number): Note => ({
  part: 'melody',
  beat,
  beats: beats * 0.95,
  pitch,
  velocity,
});

/** Steps of the scale above the tonic for the last notes of a film, which end on the tonic. */
const farewells: readonly [readonly number[], ...(readonly number[])[]] = [
  [4, 1, 2, 0],
  [2, 4, 6, 7],
  [4, 5, 4, 7],
  [0, 2, 4, 7],
];

/** Returns the notes that lead from the start of the end card to the last chord, the last of them on the last chord. */
export function farewellNotes(key: Key, seed: string, centre: number, span: { from: number; to: number }): Note[] {
  const degrees = chosen(seed, 'farewell', farewells);
  const tonic = 7 * Math.round(nearestDegree(key, centre - 4) / 7);
  const gap = Math.min(1, (span.to - span.from) / (degrees.length - 1));
  const swing = seededUnit(seed, 'farewell rhythm') < 0.5 ? gap / 2 : gap;
  return degrees.map((degree, at) => {
    const beat = span.to - swing * (degrees.length - 1 - at);
    const last = at === degrees.length - 1;
    return melodyNote(pitchOf(key, tonic + degree), { beat, beats: last ? 2 : swing, symbol: 'x' }, last ? 0.8 : 0.7);
  });
}
