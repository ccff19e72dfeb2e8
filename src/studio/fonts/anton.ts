import type { FontPair } from './font-pair.ts';

/** Condensed poster capitals for display, with a calm grotesque for text. */
export const anton: FontPair = {
  name: 'anton',
  tones: ['bold'],
  writingSystems: ['latin'],
  display: { family: 'anton', weight: 400 },
  text: { family: 'archivo', weight: 400 },
  strong: { family: 'archivo', weight: 600 },
  tracking: 0,
  leading: 1.06,
};
