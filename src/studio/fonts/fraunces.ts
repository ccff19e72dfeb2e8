import type { FontPair } from './font-pair.ts';

/** A soft, warm old-style, for food, care and craft. */
export const fraunces: FontPair = {
  name: 'fraunces',
  tones: ['natural', 'elegant'],
  writingSystems: ['latin'],
  display: { family: 'fraunces', weight: 500 },
  text: { family: 'dm-sans', weight: 400 },
  strong: { family: 'dm-sans', weight: 600 },
  tracking: -0.02,
  leading: 1.05,
};
