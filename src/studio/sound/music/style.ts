import type { Pattern } from './pattern.ts';
import type { Instrument } from './score.ts';
import type { Mode } from './theory.ts';

/** Rhythm of each drum, by its name in `drumKeys`. */
export type DrumPattern = Partial<Record<Drum, Pattern>>;

/** Keys of drums in General MIDI, level 1 (and 82, the shaker, of level 2). */
export const drumKeys = {
  kick: 36,
  rim: 37,
  snare: 38,
  clap: 39,
  closedHat: 42,
  pedalHat: 44,
  openHat: 46,
  lowTom: 45,
  highTom: 50,
  crash: 49,
  ride: 51,
  splash: 55,
  tambourine: 54,
  highBongo: 60,
  lowBongo: 61,
  conga: 63,
  cabasa: 69,
  maracas: 70,
  highWood: 76,
  lowWood: 77,
  triangle: 81,
  shaker: 82,
} as const;
export type Drum = keyof typeof drumKeys;

/** How the music of a tone sounds. Where there are several entries, the seed of the film chooses one. */
export interface Style {
  modes: readonly [Mode, ...Mode[]];
  /** MIDI numbers of tonics, from 48 to 59. */
  tonics: readonly [number, ...number[]];
  /** Degrees of the chords, one a bar. */
  progressions: readonly [readonly number[], ...(readonly number[])[]];
  /** Degree of the scale (0 is the tonic) on which the last chord before the end card is built. */
  turnaround: number;
  /** Degrees above the root that sound in a chord of the groove. */
  chordTones: readonly number[];
  instruments: {
    chords: readonly [Instrument, ...Instrument[]];
    pad?: readonly [Instrument, ...Instrument[]];
    bass: readonly [Instrument, ...Instrument[]];
    melody: readonly [Instrument, ...Instrument[]];
    arpeggio?: readonly [Instrument, ...Instrument[]];
    drums: Instrument;
  };
  /** `x` and `o` play the whole chord, `1` to `5` one of its notes from below. */
  chordPatterns: readonly [Pattern, ...Pattern[]];
  arpeggioPatterns?: readonly [Pattern, ...Pattern[]];
  /** `r` plays the root, `5` the fifth, `8` the octave, `a` a step towards the root of the next chord. */
  bassPatterns: readonly [Pattern, ...Pattern[]];
  /** Rhythms of two bars. */
  melodyPatterns: readonly [Pattern, ...Pattern[]];
  drums: { light: DrumPattern; full: DrumPattern; build: DrumPattern };
  /** Drum that marks a cut. */
  cutDrum: Drum;
  /** MIDI numbers around which chords and melody lie. */
  centres: { chords: number; melody: number; arpeggio: number };
  /** Maximum random change of the time of a note, in beats. 0 for music of machines, which is exact. */
  looseness: number;
  /** Loudness of rising noise and booms, from 0 to 1. */
  effects: number;
}
