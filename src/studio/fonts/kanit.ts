import type { FontPair } from './font-pair.ts';

/** Loopless Thai with square shapes. */
export const kanit: FontPair = {
  name: 'kanit',
  tones: ['bold', 'playful', 'technical'],
  writingSystems: ['thai'],
  display: { family: 'kanit', weight: 700 },
  text: { family: 'kanit', weight: 400 },
  strong: { family: 'kanit', weight: 600 },
  tracking: 0,
  leading: 1.4,
};
