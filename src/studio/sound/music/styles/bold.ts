import type { Style } from '../style.ts';

/** Driving synthesizers in minor over a straight beat with claps. */
export const bold: Style = {
  modes: ['aeolian', 'dorian'],
  tonics: [50, 52, 53, 55, 57],
  progressions: [
    [0, 5, 2, 6],
    [0, 6, 5, 6],
    [0, 2, 5, 6],
  ],
  turnaround: 6,
  chordTones: [0, 2, 4],
  instruments: {
    chords: [
      { program: 62, volume: 91, pan: 0.2, reverb: 40 },
      { program: 81, bank: 20, volume: 81, pan: 0.2, reverb: 40 },
      { program: 90, volume: 64, pan: 0.2, reverb: 40 },
    ],
    pad: [{ program: 50, volume: 70, pan: -0.2, reverb: 60 }],
    bass: [
      { program: 38, volume: 93, pan: 0, reverb: 0 },
      { program: 39, volume: 87, pan: 0, reverb: 0 },
    ],
    melody: [
      { program: 81, volume: 71, pan: -0.1, reverb: 50 },
      { program: 63, volume: 86, pan: -0.1, reverb: 50 },
    ],
    arpeggio: [{ program: 90, volume: 71, pan: -0.45, reverb: 45 }],
    drums: { program: 24, volume: 84, pan: 0, reverb: 14 },
  },
  chordPatterns: ['x..x..x...x..x..', 'x.....x...x.....', 'x..x..o.x..x..o.'],
  arpeggioPatterns: ['1.2.3.2.1.2.3.2.', '..3.2.1...3.2.1.'],
  bassPatterns: ['r.r.r.r.r.r.r.a.', 'r..r..r.r..r..8.', 'r.rr..rrr.rr..8.'],
  melodyPatterns: ['x--.x--.x---....x--.x--.x-x-x---', 'x-----x-x---....x-----x-x---x---'],
  drums: {
    light: { kick: 'x...x...x...x...', closedHat: '..o...o...o...o.' },
    full: {
      kick: 'x...x...x...x..o',
      clap: '....x.......x...',
      snare: '....o.......o...',
      closedHat: 'o.x.o.x.o.x.o.x.',
      openHat: '..............x.',
    },
    build: { kick: 'x...x...x.x.xxxx', snare: 'o...o...o.o.oxxx', clap: '....x.......x.x.' },
  },
  cutDrum: 'crash',
  centres: { chords: 60, melody: 74, arpeggio: 76 },
  looseness: 0,
  effects: 1,
};
