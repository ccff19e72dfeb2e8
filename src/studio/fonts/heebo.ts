import type { FontPair } from './font-pair.ts';

/** A plain Hebrew grotesque. */
export const heebo: FontPair = {
  name: 'heebo',
  tones: ['technical', 'bold', 'friendly'],
  writingSystems: ['hebrew'],
  display: { family: 'heebo', weight: 800, isVariable: true },
  text: { family: 'heebo', weight: 400, isVariable: true },
  strong: { family: 'heebo', weight: 600, isVariable: true },
  tracking: 0,
  leading: 1.1,
};
