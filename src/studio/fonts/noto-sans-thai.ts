import type { FontPair } from './font-pair.ts';

/** Loopless Thai, even and calm. */
export const notoSansThai: FontPair = {
  name: 'noto-sans-thai',
  tones: ['friendly', 'natural', 'elegant', 'technical'],
  writingSystems: ['thai'],
  display: { family: 'noto-sans-thai', weight: 700, isVariable: true },
  text: { family: 'noto-sans-thai', weight: 400, isVariable: true },
  strong: { family: 'noto-sans-thai', weight: 600, isVariable: true },
  tracking: 0,
  leading: 1.4,
};
