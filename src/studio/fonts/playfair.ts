import type { FontPair } from './font-pair.ts';

/** A high-contrast didone for display, with a humanist sans for text. */
export const playfair: FontPair = {
  name: 'playfair',
  tones: ['elegant'],
  writingSystems: ['latin', 'cyrillic'],
  display: { family: 'playfair-display', weight: 500 },
  text: { family: 'figtree', weight: 400 },
  strong: { family: 'figtree', weight: 600 },
  tracking: -0.012,
  leading: 1.06,
};
