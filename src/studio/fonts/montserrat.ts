import type { FontPair } from './font-pair.ts';

/** Geometric and wide; has Cyrillic. */
export const montserrat: FontPair = {
  name: 'montserrat',
  tones: ['bold', 'friendly'],
  writingSystems: ['latin', 'cyrillic'],
  display: { family: 'montserrat', weight: 800 },
  text: { family: 'montserrat', weight: 400 },
  strong: { family: 'montserrat', weight: 600 },
  tracking: -0.02,
  leading: 1.04,
};
