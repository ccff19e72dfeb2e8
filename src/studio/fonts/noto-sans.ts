import type { FontPair } from './font-pair.ts';

/** Neutral, with nearly all letters: chosen if no other pair has the letters of the copy. */
export const notoSans: FontPair = {
  name: 'noto-sans',
  tones: ['friendly', 'bold', 'playful', 'elegant'],
  writingSystems: ['greek'],
  display: { family: 'noto-sans', weight: 800 },
  text: { family: 'noto-sans', weight: 400 },
  strong: { family: 'noto-sans', weight: 600 },
  tracking: -0.02,
  leading: 1.08,
};
