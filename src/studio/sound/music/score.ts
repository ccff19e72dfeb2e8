import type { BeatGrid } from '../../film/beats.ts';

export const partNames = ['chords', 'pad', 'bass', 'melody', 'arpeggio', 'drums'] as const;
export type PartName = (typeof partNames)[number];

/** Instrument of a part. */
export interface Instrument {
  /** Number of the preset in the General MIDI sound set, counted from 0. For drums, the number of the kit. */
  program: number;
  /** Variation of the preset in the sound font. The default is 0, the General MIDI sound. */
  bank?: number;
  /** Volume from 0 to 127, as in MIDI. */
  volume: number;
  /** Position from -1 (left) to 1 (right). */
  pan: number;
  /** Part that goes to the reverb, from 0 to 127, as in MIDI. */
  reverb: number;
}

export interface Note {
  part: PartName;
  /** Beat on which the note starts, counted from 0. */
  beat: number;
  /** Length in beats. */
  beats: number;
  /** MIDI number of the pitch; for drums, the key of the drum in General MIDI. */
  pitch: number;
  /** Loudness from 0 to 1. */
  velocity: number;
}

/** Sound that no instrument plays: noise that rises towards `beat`, or a low boom that starts on `beat`. */
export interface Effect {
  kind: 'riser' | 'boom';
  beat: number;
  /** Length in beats. */
  beats: number;
  /** Loudness from 0 to 1. */
  level: number;
}

/** Music of one film. */
export interface Score {
  grid: BeatGrid;
  instruments: Partial<Record<PartName, Instrument>>;
  /** In the order of their beats. */
  notes: Note[];
  effects: Effect[];
  /** Beat of the last chord, which dies away until the film ends. */
  lastChordBeat: number;
}
