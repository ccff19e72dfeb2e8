import type { FontPair } from './font-pair.ts';

/** A grotesque with irregular details. */
export const bricolage: FontPair = {
  name: 'bricolage',
  tones: ['playful', 'bold'],
  writingSystems: ['latin'],
  display: { family: 'bricolage-grotesque', weight: 800 },
  text: { family: 'bricolage-grotesque', weight: 400 },
  strong: { family: 'bricolage-grotesque', weight: 600 },
  tracking: -0.025,
  leading: 1.02,
};
