import type { Direction } from '../schema/direction.ts';
import type { Brief, GroundStyle, Look, Tone } from './brief.ts';
import { namedColor } from './direction/named-colors.ts';
import { themesOf } from './brand-kit/theme.ts';
import { seededChoice } from './seeded.ts';

/** Grounds that suit a tone, the most suitable more often. */
const groundsOf: Record<Tone, readonly [GroundStyle, ...GroundStyle[]]> = {
  bold: ['loud', 'loud', 'quiet'],
  playful: ['loud', 'tinted', 'loud'],
  friendly: ['tinted', 'loud', 'quiet'],
  technical: ['quiet', 'tinted', 'loud'],
  natural: ['tinted', 'quiet', 'tinted'],
  elegant: ['quiet', 'quiet', 'tinted'],
};

/** Returns the grounds that suit an ad: those that its direction asks for, else those of its tone. */
export function groundsFor({
  direction,
  tone,
}: Pick<Brief, 'direction' | 'tone'>): readonly [GroundStyle, ...GroundStyle[]] {
  const { moods = [], refusedMoods = [], groundColor } = direction;
  if (groundColor !== undefined || moods.some((mood) => mood === 'minimal' || mood === 'night' || mood === 'editorial'))
    return ['quiet'];
  if (moods.includes('loud') || isColored(direction)) return ['loud'];
  return refusedMoods.includes('loud') ? ['quiet', 'tinted'] : groundsOf[tone];
}

/** Metals are colours of letters and details, not of grounds. */
const metals: ReadonlySet<string> = new Set([namedColor('gold', undefined), namedColor('silver', undefined)]);

/** Reports whether the colours that are asked for, or those of the brand in a season, have to fill the ground. */
function isColored({ colors, season, ground, moods = [], refusedMoods = [], saturation }: Direction): boolean {
  if (ground !== undefined || saturation === 'muted' || saturation === 'grey') return false;
  if (moods.includes('calm') || refusedMoods.includes('loud')) return false;
  const [first] = colors ?? [];
  return first === undefined ? season !== undefined : !metals.has(first);
}

/** Share of the ads in the light theme, for a brand that prefers it. A dark brand is dark in all its ads. */
const lightShare = 0.85;

type Known = Pick<Brief, 'seed' | 'tone' | 'kit' | 'direction'>;

/** Returns the look of an ad whose brief does not have one: what the seed picks among what suits direction and tone. */
export function seededLook({ seed, tone, kit, direction }: Known): Look {
  const isFixed = direction.ground !== undefined || kit.prefers === 'dark';
  const { theme } = themesOf(kit.prefers, seed, isFixed ? 1 : lightShare);
  return {
    theme: direction.ground ?? theme,
    ground: seededChoice(seed, 'ground', groundsFor({ direction, tone })) ?? 'quiet',
    layouts: [],
    variant: 0,
  };
}
