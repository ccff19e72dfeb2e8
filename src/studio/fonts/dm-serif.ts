import type { FontPair } from './font-pair.ts';

/** A sturdy serif for display, with a geometric sans for text. */
export const dmSerif: FontPair = {
  name: 'dm-serif',
  tones: ['natural'],
  writingSystems: ['latin'],
  display: { family: 'dm-serif-display', weight: 400 },
  text: { family: 'dm-sans', weight: 400 },
  strong: { family: 'dm-sans', weight: 600 },
  tracking: -0.01,
  leading: 1.05,
};
