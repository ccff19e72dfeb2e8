import type { Form } from './form.ts';
import { bassPitch, drumNote } from './parts.ts';
import type { Effect, Note, PartName } from './score.ts';
import type { Style } from './style.ts';
import { chordPitches, triad, voiced, type Key } from './theory.ts';

/**
 * Returns the notes that fall on changes of the picture: the chord of the first frame, a drum on each cut, the chord on
 * which the end card appears, and the last chord, which rings until the film ends.
 */
export function landmarks(form: Form, key: Key, style: Style, opening: readonly number[]): Note[] {
  const tonic = voiced(chordPitches(key, { degree: 0, tones: triad }), style.centres.chords, null);
  const root = bassPitch(key.tonic);
  const hold = Math.max(0.5, form.final - form.end);
  const ring = form.beats - form.final;
  const hasDrums = style.effects > 0.45;
  return [
    ...stacked('chords', 0, 1, opening),
    ...(hasDrums ? [drumNote('kick', 0, 0.95), drumNote('crash', 0, 0.7)] : [drumNote('ride', 0, 0.5)]),
    ...form.cuts.map((beat) => drumNote(style.cutDrum, beat, 0.66)),
    ...stacked('chords', form.end, hold, tonic),
    ...stacked('pad', form.end, hold + ring * 0.6, tonic),
    ...stacked('bass', form.end, hold, [root]),
    ...(hasDrums
      ? [drumNote('kick', form.end, 1), drumNote('crash', form.end, 0.85)]
      : [drumNote('ride', form.end, 0.55)]),
    ...(form.final > form.end ? lastChord() : []),
  ];

  function lastChord(): Note[] {
    return [
      ...stacked('chords', form.final, ring * 0.9, [...tonic, (tonic[0] ?? 60) + 12]),
      ...stacked('bass', form.final, ring * 0.9, [root]),
      drumNote(hasDrums ? 'kick' : 'triangle', form.final, 0.9),
    ];
  }
}

const stacked = (part: PartName, beat: number, beats: number, pitches: readonly number[]): Note[] =>
  pitches.map((pitch) => ({ part, beat, beats, pitch, velocity: 0.86 }));

/** Returns the noise that rises to each cut and to the end card, and the booms under the first frame and the end card. */
export function effectsOf(form: Form, level: number): Effect[] {
  const rise = Math.min(4, form.end);
  const toEnd: Effect[] = rise > 0 ? [{ kind: 'riser', beat: form.end, beats: rise, level }] : [];
  const toCuts = form.cuts.map((beat): Effect => ({
    kind: 'riser',
    beat,
    beats: Math.min(1, beat),
    level: level * 0.45,
  }));
  return [
    { kind: 'boom', beat: 0, beats: 2, level },
    ...toCuts,
    ...toEnd,
    ...(form.end > 0 ? [{ kind: 'boom' as const, beat: form.end, beats: 2, level }] : []),
  ];
}
