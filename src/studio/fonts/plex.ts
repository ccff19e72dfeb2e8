import type { FontPair } from './font-pair.ts';

/** Plain and precise, with Latin, Greek and Cyrillic. */
export const plex: FontPair = {
  name: 'plex',
  tones: ['technical'],
  writingSystems: ['latin', 'cyrillic', 'greek'],
  display: { family: 'ibm-plex-sans', weight: 600 },
  text: { family: 'ibm-plex-sans', weight: 400 },
  strong: { family: 'ibm-plex-sans', weight: 600 },
  tracking: -0.02,
  leading: 1.06,
};
