import type { FontPair } from './font-pair.ts';

/** A light garalde, for perfume and hotels. */
export const cormorant: FontPair = {
  name: 'cormorant',
  tones: ['elegant'],
  writingSystems: ['latin', 'cyrillic'],
  display: { family: 'cormorant-garamond', weight: 500 },
  text: { family: 'figtree', weight: 400 },
  strong: { family: 'figtree', weight: 600 },
  tracking: -0.012,
  leading: 1.0,
};
