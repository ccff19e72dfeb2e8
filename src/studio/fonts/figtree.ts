import type { FontPair } from './font-pair.ts';

/** A clean, friendly geometric. */
export const figtree: FontPair = {
  name: 'figtree',
  tones: ['friendly', 'natural'],
  writingSystems: ['latin'],
  display: { family: 'figtree', weight: 800 },
  text: { family: 'figtree', weight: 400 },
  strong: { family: 'figtree', weight: 600 },
  tracking: -0.022,
  leading: 1.04,
};
