import type { FontPair } from './font-pair.ts';

/** A slab serif with Latin, Greek and Cyrillic. */
export const robotoSlab: FontPair = {
  name: 'roboto-slab',
  tones: ['bold', 'natural'],
  writingSystems: ['cyrillic', 'greek'],
  display: { family: 'roboto-slab', weight: 700 },
  text: { family: 'noto-sans', weight: 400 },
  strong: { family: 'noto-sans', weight: 600 },
  tracking: -0.015,
  leading: 1.08,
};
