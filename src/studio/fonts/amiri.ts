import type { FontPair } from './font-pair.ts';

/** A classical naskh. */
export const amiri: FontPair = {
  name: 'amiri',
  tones: ['elegant', 'natural'],
  writingSystems: ['arabic', 'latin'],
  display: { family: 'amiri', weight: 700 },
  text: { family: 'tajawal', weight: 400 },
  strong: { family: 'tajawal', weight: 700 },
  tracking: 0,
  leading: 1.3,
};
