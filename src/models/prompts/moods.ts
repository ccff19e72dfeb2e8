import type { Tone } from '../../studio/brief.ts';

/** Words for the mood of a picture, by tone. */
export const moods: Readonly<Record<Tone, string>> = {
  bold: 'strong contrast, hard light, clear shapes',
  elegant: 'quiet, refined, soft light, much empty space',
  friendly: 'warm, inviting, daylight, lived-in',
  technical: 'clean, precise, cool light, straight lines',
  natural: 'calm, natural materials, soft daylight',
  playful: 'bright, cheerful, rounded shapes, vivid light',
};
