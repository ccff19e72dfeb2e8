import type { Style } from '../style.ts';

/** Plucked strings, mallets and wood blocks in major, with bouncing offbeats. */
export const playful: Style = {
  modes: ['ionian', 'lydian'],
  tonics: [48, 50, 53, 55, 57],
  progressions: [
    [0, 3, 0, 4],
    [0, 5, 1, 4],
    [0, 1, 3, 4],
  ],
  turnaround: 4,
  chordTones: [0, 2, 4],
  instruments: {
    chords: [
      { program: 45, volume: 84, pan: -0.2, reverb: 35 },
      { program: 21, volume: 103, pan: -0.2, reverb: 30 },
    ],
    bass: [
      { program: 58, volume: 77, pan: 0, reverb: 15 },
      { program: 32, volume: 72, pan: 0, reverb: 10 },
    ],
    melody: [
      { program: 12, volume: 100, pan: 0.25, reverb: 35 },
      { program: 71, volume: 97, pan: 0.15, reverb: 40 },
      { program: 13, volume: 127, pan: 0.25, reverb: 35 },
    ],
    arpeggio: [{ program: 9, volume: 74, pan: 0.4, reverb: 45 }],
    drums: { program: 0, volume: 87, pan: 0, reverb: 18 },
  },
  chordPatterns: ['..x...x...x...x.', '..x...x...x.x...', '..xx..x...xx..x.'],
  arpeggioPatterns: ['......1.......3.', '..........3.2.1.'],
  bassPatterns: ['r-..5-..r-..5-..', 'r-..5-..r-..a-a.', 'r-..5-..8-..5-..'],
  melodyPatterns: ['x.x.x-..x.x-x-..x.x.x-..x---....', 'x..xx.x.x-......x..xx.x.x-x-x-..'],
  drums: {
    light: { highWood: 'x.......x.x.....', lowWood: '....x.......x...' },
    full: {
      kick: 'x.......x.......',
      clap: '....x.......x...',
      highWood: 'x..x......x.....',
      lowWood: '......x.......x.',
      closedHat: '..o...o...o...o.',
    },
    build: {
      kick: 'x...x...x...x...',
      snare: 'o.o.o.o.o.o.oooo',
      highWood: 'x...x...x.x.x.x.',
      lowWood: '..x...x...x...x.',
    },
  },
  cutDrum: 'splash',
  centres: { chords: 64, melody: 79, arpeggio: 88 },
  looseness: 0.008,
  effects: 0.5,
};
