import type { Tone } from '../../brief.ts';
import { beatGrid } from '../../film/beats.ts';
import { chosen } from './chosen.ts';
import { effectsOf, landmarks } from './ending.ts';
import { formOf, type Form } from './form.ts';
import { harmonyOf, type ChordSpan } from './harmony.ts';
import { farewellNotes, melodyNotes, motifOf } from './melody.ts';
import { arpeggioNotes, bassNotes, chordNotes, drumNotes, loosened, padNotes } from './parts.ts';
import type { Instrument, Note, PartName, Score } from './score.ts';
import type { Style } from './style.ts';
import { styles } from './styles/styles.ts';
import type { Key } from './theory.ts';

export interface MusicBrief {
  /** Length of the film in seconds. */
  seconds: number;
  tone: Tone;
  seed: string;
  /** Times in seconds at which scenes start. The last scene is the end card. */
  sceneStarts: readonly number[];
}

/**
 * Composes the music of a film: a chord on the first frame, a groove that grows, a build before the end card, and an
 * ending that rings out with the last frame. The same brief always gives the same score.
 */
export function compose({ seconds, tone, seed, sceneStarts }: MusicBrief): Score {
  const grid = beatGrid(tone, seconds);
  const style = styles[tone];
  const form = formOf(grid, sceneStarts);
  const key: Key = { tonic: chosen(seed, 'tonic', style.tonics), mode: chosen(seed, 'mode', style.modes) };
  const chords = harmonyOf(form, {
    key,
    progression: chosen(seed, 'progression', style.progressions),
    turnaround: style.turnaround,
    tones: style.chordTones,
    centre: style.centres.chords,
  });
  const instruments = instrumentsOf(style, seed);
  const notes = notesOf({ style, form, key, chords, seed }).filter(({ part }) => instruments[part] !== undefined);
  return {
    grid,
    instruments,
    notes: notes.sort((a, b) => a.beat - b.beat),
    effects: effectsOf(form, style.effects),
    lastChordBeat: form.final,
  };
}

interface Plan {
  style: Style;
  form: Form;
  key: Key;
  chords: ChordSpan[];
  seed: string;
}

function notesOf({ style, form, key, chords, seed }: Plan): Note[] {
  const { centres } = style;
  const strum = style.instruments.chords[0].program === 24 ? 0.03 : 0;
  const played = [
    ...chordNotes(chords, chosen(seed, 'chord pattern', style.chordPatterns), strum),
    ...padNotes(chords),
    ...bassNotes(chords, key, chosen(seed, 'bass pattern', style.bassPatterns)),
    ...melodyNotes(chords, key, motifOf(seed, style.melodyPatterns), centres.melody),
    ...drumNotes(form, style.drums),
    ...(style.arpeggioPatterns
      ? arpeggioNotes(chords, chosen(seed, 'arpeggio', style.arpeggioPatterns), centres.arpeggio)
      : []),
  ];
  return [
    ...loosened(played, seed, style.looseness),
    ...landmarks(form, key, style, chords[0]?.pitches ?? []),
    ...farewellNotes(key, seed, centres.melody, { from: form.end, to: form.final }),
  ];
}

function instrumentsOf(style: Style, seed: string): Partial<Record<PartName, Instrument>> {
  const { drums, pad, arpeggio, ...others } = style.instruments;
  return {
    drums,
    chords: chosen(seed, 'chords', others.chords),
    bass: chosen(seed, 'bass', others.bass),
    melody: chosen(seed, 'melody', others.melody),
    ...(pad && { pad: chosen(seed, 'pad', pad) }),
    ...(arpeggio && { arpeggio: chosen(seed, 'arpeggio instrument', arpeggio) }),
  };
}
