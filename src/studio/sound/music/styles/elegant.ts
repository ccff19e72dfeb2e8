import type { Style } from '../style.ts';

/** Piano and strings in major, with much space and hardly any drums. */
export const elegant: Style = {
  modes: ['ionian', 'lydian'],
  tonics: [48, 50, 51, 53, 56],
  progressions: [
    [0, 2, 3, 0],
    [0, 5, 3, 4],
    [3, 0, 5, 4],
  ],
  turnaround: 4,
  chordTones: [0, 2, 4, 8],
  instruments: {
    chords: [
      { program: 0, volume: 102, pan: -0.15, reverb: 70 },
      { program: 0, bank: 8, volume: 97, pan: -0.15, reverb: 70 },
    ],
    pad: [{ program: 49, volume: 55, pan: 0.15, reverb: 80 }],
    bass: [
      { program: 42, volume: 57, pan: 0, reverb: 50 },
      { program: 32, volume: 69, pan: 0, reverb: 30 },
    ],
    melody: [
      { program: 8, volume: 113, pan: 0.25, reverb: 80 },
      { program: 11, volume: 127, pan: 0.25, reverb: 80 },
      { program: 0, volume: 117, pan: 0.1, reverb: 80 },
    ],
    arpeggio: [{ program: 46, volume: 83, pan: 0.4, reverb: 80 }],
    drums: { program: 48, volume: 61, pan: 0, reverb: 70 },
  },
  chordPatterns: ['1-2-3-4-3-2-3-2-', 'x-------3---4---', '1---3---4---3---'],
  arpeggioPatterns: ['........1.2.3.4.', '1.2.3.4.........'],
  bassPatterns: ['r---------------', 'r-------5-------'],
  melodyPatterns: ['x-------x---x---x-----------....', 'x-----x-x-------....x---x-------'],
  drums: {
    light: {},
    full: { triangle: 'o.......o.......' },
    build: { triangle: 'o...o...o...o...', ride: '........o...o.o.' },
  },
  cutDrum: 'triangle',
  centres: { chords: 64, melody: 81, arpeggio: 72 },
  looseness: 0.02,
  effects: 0.45,
};
