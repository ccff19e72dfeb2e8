import type { FontPair } from './font-pair.ts';

/** A grotesque with technical shapes. */
export const spaceGrotesk: FontPair = {
  name: 'space-grotesk',
  tones: ['technical'],
  writingSystems: ['latin'],
  display: { family: 'space-grotesk', weight: 700 },
  text: { family: 'ibm-plex-sans', weight: 400 },
  strong: { family: 'ibm-plex-sans', weight: 600 },
  tracking: -0.03,
  leading: 1.04,
};
