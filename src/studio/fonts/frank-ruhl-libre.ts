import type { FontPair } from './font-pair.ts';

/** The classic Hebrew book face for display, with a grotesque for text. */
export const frankRuhlLibre: FontPair = {
  name: 'frank-ruhl-libre',
  tones: ['elegant', 'natural'],
  writingSystems: ['hebrew'],
  display: { family: 'frank-ruhl-libre', weight: 500, isVariable: true },
  text: { family: 'heebo', weight: 400, isVariable: true },
  strong: { family: 'heebo', weight: 600, isVariable: true },
  tracking: 0,
  leading: 1.1,
};
