import type { FontPair } from './font-pair.ts';

/** A wide, strong grotesque. */
export const archivo: FontPair = {
  name: 'archivo',
  tones: ['bold', 'technical'],
  writingSystems: ['latin'],
  display: { family: 'archivo', weight: 800 },
  text: { family: 'archivo', weight: 400 },
  strong: { family: 'archivo', weight: 600 },
  tracking: -0.025,
  leading: 1.0,
};
