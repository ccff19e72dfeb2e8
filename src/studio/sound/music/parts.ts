import { seededUnit } from '../../seeded.ts';
import type { Form } from './form.ts';
import type { ChordSpan } from './harmony.ts';
import { hitsOf, type Hit, type Pattern } from './pattern.ts';
import type { Note } from './score.ts';
import { drumKeys, type Drum, type DrumPattern, type Style } from './style.ts';
import { pitchOf, type Key } from './theory.ts';

const loud = 0.82;
const soft = 0.58;

const velocityOf = ({ symbol }: Hit, energy: number): number => (symbol === 'o' ? soft : loud) * (0.75 + 0.25 * energy);

/** Returns the chords in the rhythm of a pattern. Strings of a strummed chord sound one after the other. */
export function chordNotes(chords: readonly ChordSpan[], pattern: Pattern, strumBeats: number): Note[] {
  return chords.flatMap(({ bar, pitches, ...span }) =>
    hitsOf(pattern, span).flatMap((hit) =>
      sounding(hit, pitches).map((pitch, at) => ({
        part: 'chords' as const,
        beat: hit.beat + at * strumBeats,
        beats: hit.beats,
        pitch,
        velocity: velocityOf(hit, bar.energy),
      })),
    ),
  );
}

/**
 * Returns the pitches that a symbol of a pattern plays: all pitches for `x` and `o`, one of them for a digit. Digits
 * count from the lowest pitch, and continue an octave higher after the highest.
 */
function sounding({ symbol }: Hit, pitches: readonly number[]): readonly number[] {
  const index = Number.parseInt(symbol, 10) - 1;
  if (Number.isNaN(index)) return pitches;
  const pitch = pitches[index % pitches.length];
  return pitch === undefined ? [] : [pitch + 12 * Math.floor(index / pitches.length)];
}

export function padNotes(chords: readonly ChordSpan[]): Note[] {
  return chords.flatMap(({ beat, beats, pitches, bar }) =>
    pitches.map((pitch) => ({ part: 'pad' as const, beat, beats, pitch, velocity: 0.45 + 0.2 * bar.energy })),
  );
}

/** Returns broken chords for the bars with much energy. */
export function arpeggioNotes(chords: readonly ChordSpan[], pattern: Pattern, centre: number): Note[] {
  const playing = chords.filter(({ bar }) => bar.energy > 0.7);
  return playing.flatMap(({ bar, pitches, ...span }) => {
    const lift = 12 * Math.round((centre - (pitches[1] ?? centre)) / 12);
    return hitsOf(pattern, span).flatMap((hit) =>
      sounding(hit, pitches).map((pitch) => ({
        part: 'arpeggio' as const,
        beat: hit.beat,
        beats: hit.beats,
        pitch: pitch + lift,
        velocity: 0.5 + 0.2 * bar.energy,
      })),
    );
  });
}

/** Register of the bass: its roots lie from this pitch (the lowest E of a bass guitar) to an octave above. */
const lowestBass = 28;

export const bassPitch = (pitch: number): number => lowestBass + ((((pitch - lowestBass) % 12) + 12) % 12);

export function bassNotes(chords: readonly ChordSpan[], key: Key, pattern: Pattern): Note[] {
  return chords.flatMap(({ bar, chord, pitches: _, ...span }, at) => {
    const root = bassPitch(pitchOf(key, chord.degree));
    const next = bassPitch(pitchOf(key, chords[at + 1]?.chord.degree ?? 0));
    const played = bar.role === 'build' ? 'r.r.r.r.' : pattern;
    return hitsOf(played, span).map((hit) => ({
      part: 'bass' as const,
      beat: hit.beat,
      beats: hit.beats,
      pitch: bassTone(hit.symbol, root, next),
      velocity: 0.7 + 0.15 * bar.energy,
    }));
  });
}

function bassTone(symbol: string, root: number, next: number): number {
  if (symbol === '5') return root + 7 > lowestBass + 14 ? root - 5 : root + 7;
  if (symbol === '8') return root + 12;
  if (symbol === 'a') return next > root ? next - 2 : next + 2;
  return root;
}

export function drumNotes(form: Form, drums: Style['drums']): Note[] {
  return form.bars.flatMap((bar) => {
    const pattern = bar.role === 'build' ? drums.build : bar.energy > 0.7 ? drums.full : drums.light;
    return rows(pattern).flatMap(([drum, rhythm]) =>
      hitsOf(rhythm, bar).map((hit) => drumNote(drum, hit.beat, velocityIn(hit, bar))),
    );
  });

  function velocityIn(hit: Hit, bar: Form['bars'][number]): number {
    const growing = bar.role === 'build' ? 0.7 + (0.35 * (hit.beat - bar.beat)) / bar.beats : 1;
    return Math.min(1, velocityOf(hit, bar.energy) * growing);
  }
}

const rows = (pattern: DrumPattern): [Drum, Pattern][] =>
  isDrumList(Object.keys(pattern)).flatMap((drum) => (pattern[drum] === undefined ? [] : [[drum, pattern[drum]]]));

const isDrum = (name: string): name is Drum => name in drumKeys;
const isDrumList = (names: readonly string[]): Drum[] => names.filter(isDrum);

export const drumNote = (drum: Drum, beat: number, velocity: number): Note => ({
  part: 'drums',
  beat,
  beats: 0.5,
  pitch: drumKeys[drum],
  velocity,
});

/** Moves each note and its loudness by a small random amount, as players do. Nothing moves on the first beat. */
export function loosened(notes: readonly Note[], seed: string, looseness: number): Note[] {
  return notes.map((note, at) => {
    const by = note.beat === 0 ? 0 : looseness * (2 * seededUnit(seed, `time ${at}`) - 1);
    const louder = 1 + 0.12 * (2 * seededUnit(seed, `velocity ${at}`) - 1);
    return { ...note, beat: Math.max(0, note.beat + by), velocity: Math.min(1, note.velocity * louder) };
  });
}
