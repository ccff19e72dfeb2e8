import type { FontPair } from './font-pair.ts';

/** Contemporary kufi, in Arabic and Latin. */
export const cairo: FontPair = {
  name: 'cairo',
  tones: ['bold', 'technical', 'friendly'],
  writingSystems: ['arabic', 'latin'],
  display: { family: 'cairo', weight: 800 },
  text: { family: 'cairo', weight: 400 },
  strong: { family: 'cairo', weight: 700 },
  tracking: 0,
  leading: 1.3,
};
