import type { Brief, GroundStyle, Look, Tone } from './brief.ts';
import { themesOf } from './brand-kit/theme.ts';
import { seededChoice } from './seeded.ts';

/** Grounds that suit a tone, the most suitable more often. */
export const groundsOf: Record<Tone, readonly [GroundStyle, ...GroundStyle[]]> = {
  bold: ['loud', 'loud', 'quiet'],
  playful: ['loud', 'tinted', 'loud'],
  friendly: ['tinted', 'loud', 'quiet'],
  technical: ['quiet', 'tinted', 'loud'],
  natural: ['tinted', 'quiet', 'tinted'],
  elegant: ['quiet', 'quiet', 'tinted'],
};

/** Share of the ads in the theme, light or dark, that the brand prefers. */
const preferredShare = 0.8;

/** Returns the look of an ad whose brief does not have one: what the seed picks among what suits the tone. */
export function seededLook({ seed, tone, kit }: Pick<Brief, 'seed' | 'tone' | 'kit'>): Look {
  const { theme } = themesOf(kit.prefers, seed, preferredShare);
  return { theme, ground: seededChoice(seed, 'ground', groundsOf[tone]) ?? 'quiet', layouts: [], variant: 0 };
}
