import type { FontPair } from './font-pair.ts';

/** Low-contrast and modern, in Arabic and Latin. */
export const tajawal: FontPair = {
  name: 'tajawal',
  tones: ['friendly', 'playful', 'natural', 'technical'],
  writingSystems: ['arabic', 'latin'],
  display: { family: 'tajawal', weight: 800 },
  text: { family: 'tajawal', weight: 400 },
  strong: { family: 'tajawal', weight: 700 },
  tracking: 0,
  leading: 1.25,
};
