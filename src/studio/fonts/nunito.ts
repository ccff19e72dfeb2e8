import type { FontPair } from './font-pair.ts';

/** Rounded ends and open shapes; has Cyrillic. */
export const nunito: FontPair = {
  name: 'nunito',
  tones: ['friendly', 'playful'],
  writingSystems: ['latin', 'cyrillic'],
  display: { family: 'nunito', weight: 800 },
  text: { family: 'nunito', weight: 400 },
  strong: { family: 'nunito', weight: 700 },
  tracking: -0.015,
  leading: 1.06,
};
