import type { FontPair } from './font-pair.ts';

/** Bubbly and round. */
export const fredoka: FontPair = {
  name: 'fredoka',
  tones: ['playful'],
  writingSystems: ['latin'],
  display: { family: 'fredoka', weight: 600 },
  text: { family: 'nunito', weight: 500 },
  strong: { family: 'nunito', weight: 700 },
  tracking: -0.005,
  leading: 1.04,
};
