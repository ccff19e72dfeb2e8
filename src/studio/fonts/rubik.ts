import type { FontPair } from './font-pair.ts';

/** A Hebrew face with rounded corners. */
export const rubik: FontPair = {
  name: 'rubik',
  tones: ['friendly', 'playful', 'natural', 'bold'],
  writingSystems: ['hebrew'],
  display: { family: 'rubik', weight: 800, isVariable: true },
  text: { family: 'rubik', weight: 400, isVariable: true },
  strong: { family: 'rubik', weight: 600, isVariable: true },
  tracking: 0,
  leading: 1.1,
};
