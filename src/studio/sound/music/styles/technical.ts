import type { Style } from '../style.ts';

/** Plucked synthesizers in sixteenths over an electronic drum kit. */
export const technical: Style = {
  modes: ['dorian', 'aeolian', 'mixolydian'],
  tonics: [49, 50, 52, 54, 57],
  progressions: [
    [0, 2, 6, 3],
    [0, 3, 0, 6],
    [0, 4, 3, 6],
  ],
  turnaround: 6,
  chordTones: [0, 2, 4, 6],
  instruments: {
    chords: [
      { program: 5, volume: 68, pan: -0.25, reverb: 45 },
      { program: 4, volume: 59, pan: -0.25, reverb: 45 },
    ],
    pad: [
      { program: 94, volume: 50, pan: 0.15, reverb: 70 },
      { program: 95, volume: 52, pan: 0.15, reverb: 70 },
    ],
    bass: [
      { program: 39, volume: 84, pan: 0, reverb: 0 },
      { program: 38, bank: 8, volume: 116, pan: 0, reverb: 0 },
    ],
    melody: [
      { program: 98, volume: 83, pan: 0.3, reverb: 65 },
      { program: 80, bank: 8, volume: 65, pan: 0.3, reverb: 65 },
    ],
    arpeggio: [{ program: 90, volume: 79, pan: 0.4, reverb: 40 }],
    drums: { program: 25, volume: 87, pan: 0, reverb: 12 },
  },
  chordPatterns: ['x--.....x-..x-..', '....x-......x-..', 'x-........x-....'],
  arpeggioPatterns: ['1.2.3.4.2.3.4.3.', '1234.234123.4321', '1..2..3.4..3..2.'],
  bassPatterns: ['r-..r-......r-8.', 'r--.....r-r-..a.', 'r-....r-....r---'],
  melodyPatterns: ['x-..x-..x---........x-..x-..x---', '....x-x-....x---....x-x-x---....'],
  drums: {
    light: { kick: 'x.........x.....', closedHat: 'o.o.o.o.o.o.o.o.' },
    full: {
      kick: 'x.....x...x.....',
      snare: '....x.......x...',
      closedHat: 'oooxoooxoooxooxo',
      rim: '.......o..o.....',
    },
    build: { kick: 'x...x...x.x.x.x.', snare: '....x...x.x.xxxx', closedHat: 'oooooooooooooooo' },
  },
  cutDrum: 'openHat',
  centres: { chords: 62, melody: 78, arpeggio: 74 },
  looseness: 0,
  effects: 0.8,
};
