import type { Style } from '../style.ts';

/** Ukulele or guitar with claps and bells in major. */
export const friendly: Style = {
  modes: ['ionian'],
  tonics: [48, 50, 52, 53, 55],
  progressions: [
    [0, 4, 5, 3],
    [0, 3, 5, 4],
    [0, 5, 3, 4],
  ],
  turnaround: 4,
  chordTones: [0, 2, 4],
  instruments: {
    chords: [
      { program: 24, bank: 8, volume: 70, pan: -0.25, reverb: 30 },
      { program: 25, volume: 103, pan: -0.25, reverb: 30 },
    ],
    pad: [{ program: 0, volume: 82, pan: 0.2, reverb: 45 }],
    bass: [
      { program: 33, volume: 69, pan: 0, reverb: 8 },
      { program: 32, volume: 68, pan: 0, reverb: 8 },
    ],
    melody: [
      { program: 9, volume: 93, pan: 0.3, reverb: 50 },
      { program: 78, volume: 64, pan: 0.15, reverb: 50 },
      { program: 11, volume: 126, pan: 0.3, reverb: 50 },
    ],
    drums: { program: 8, volume: 71, pan: 0, reverb: 25 },
  },
  chordPatterns: ['x...x.o...o.x.o.', 'x.o.x.o.x.o.x.o.', 'x.....o.x.o...o.'],
  bassPatterns: ['r---..r-r---5-a-', 'r-----5-r-----a-', 'r-r---..r-5---a-'],
  melodyPatterns: ['x-x---x-x---....x-x---x-x-----..', '..x-x-x-x---x-......x-x-x---x-..'],
  drums: {
    light: { kick: 'x.......x.......', tambourine: '....o.......o...' },
    full: {
      kick: 'x.....o.x.......',
      clap: '....x.......x...',
      tambourine: 'o.o.x.o.o.o.x.o.',
      snare: '....o.......o...',
    },
    build: {
      kick: 'x...x...x...x...',
      clap: '....x.......x.xx',
      tambourine: 'o.o.o.o.o.o.oooo',
      highTom: '..........x.x...',
    },
  },
  cutDrum: 'splash',
  centres: { chords: 64, melody: 79, arpeggio: 76 },
  looseness: 0.018,
  effects: 0.5,
};
