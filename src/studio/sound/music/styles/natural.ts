import type { Style } from '../style.ts';

/** Picked guitar, flute or kalimba, and hand percussion. */
export const natural: Style = {
  modes: ['mixolydian', 'ionian'],
  tonics: [50, 52, 55, 57],
  progressions: [
    [0, 6, 3, 0],
    [0, 3, 0, 4],
    [0, 5, 3, 0],
  ],
  turnaround: 3,
  chordTones: [0, 2, 4, 7],
  instruments: {
    chords: [
      { program: 24, volume: 101, pan: -0.2, reverb: 40 },
      { program: 25, volume: 115, pan: -0.2, reverb: 40 },
    ],
    pad: [{ program: 89, volume: 58, pan: 0.2, reverb: 70 }],
    bass: [{ program: 32, volume: 68, pan: 0, reverb: 15 }],
    melody: [
      { program: 75, volume: 81, pan: 0.2, reverb: 65 },
      { program: 108, volume: 126, pan: 0.3, reverb: 55 },
      { program: 74, volume: 73, pan: 0.2, reverb: 65 },
    ],
    drums: { program: 40, volume: 55, pan: 0, reverb: 30 },
  },
  chordPatterns: ['1.3.2.3.4.3.2.3.', '1.3.4.3.2.3.4.3.', '1..3..2.4..3..2.'],
  bassPatterns: ['r-----..5---....', 'r-------..r-5---', 'r-----r-5-----a-'],
  melodyPatterns: ['x-----x-x-------..x-x-x-x-------', 'x---x-----------x---x---x-------'],
  drums: {
    light: { cabasa: 'o.o.x.o.o.o.x.o.' },
    full: {
      kick: 'x.........x.....',
      cabasa: 'o.oox.o.o.oox.o.',
      highBongo: '......o.......oo',
      lowBongo: '....o.......o...',
    },
    build: {
      kick: 'x...x...x...x...',
      cabasa: 'oooxoooxoooxoxox',
      lowBongo: 'o...o...o.o.oooo',
      conga: '..x...x...x...x.',
    },
  },
  cutDrum: 'ride',
  centres: { chords: 62, melody: 76, arpeggio: 74 },
  looseness: 0.02,
  effects: 0.4,
};
