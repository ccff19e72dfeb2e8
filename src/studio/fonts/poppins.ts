import type { FontPair } from './font-pair.ts';

/** Geometric Devanagari. */
export const poppins: FontPair = {
  name: 'poppins',
  tones: ['bold', 'playful', 'friendly', 'technical'],
  writingSystems: ['devanagari'],
  display: { family: 'poppins', weight: 700 },
  text: { family: 'poppins', weight: 400 },
  strong: { family: 'poppins', weight: 600 },
  tracking: 0,
  leading: 1.3,
};
