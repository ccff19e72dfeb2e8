import type { BrandColor } from '../../schema/brand.ts';
import type { Direction, Season } from '../../schema/direction.ts';
import type { BrandKit, ColorRoles } from '../brief.ts';
import { distance, hexOf, isGrey, lchOf, type Lch, withContrast } from './color.ts';
import { groundOf } from '../direction/named-colors.ts';
import { textContrastMin } from './roles.ts';

/** Colours of seasons and feasts: the leading ones first, and the ground if they have one. */
const seasonColors: Record<Season, { leads: readonly [string, ...string[]]; ground?: string }> = {
  christmas: { leads: ['#d9aa4e', '#1f6b45'], ground: '#7a1420' },
  'new-year': { leads: ['#c8a04a'], ground: '#14213d' },
  valentine: { leads: ['#d6336c', '#f3a6bf'] },
  easter: { leads: ['#f2c230', '#7fb069'] },
  spring: { leads: ['#5aa469', '#f28ab2'] },
  summer: { leads: ['#f7b32b', '#1fa5a8'] },
  autumn: { leads: ['#c8642b', '#6b3e26'] },
  winter: { leads: ['#2f6fa8', '#9fb8cc'], ground: '#eef4f9' },
  halloween: { leads: ['#f07d1a', '#6c3fa5'], ground: '#15121a' },
  'black-friday': { leads: ['#f6c927'], ground: '#101012' },
  ramadan: { leads: ['#d9aa4e'], ground: '#0f3d33' },
  festive: { leads: ['#d9aa4e'], ground: '#7a1420' },
};

/** Minimum OKLCH chroma of a colour that a brand is known by, and of a ground that does not suit every colour. */
const [strongMin, neutralMax] = [0.1, 0.05];

/**
 * Returns a direction with the colours of its season, unless it asks for other colours. A brand with a strong colour of
 * its own keeps its colours, so that its ads for a feast are still its own; they stand on its loud ground.
 */
export function inSeason(direction: Direction, brand: readonly BrandColor[]): Direction {
  const { season, colors, groundColor, ground: asked } = direction;
  if (season === undefined || colors !== undefined || groundColor !== undefined) return direction;
  const { leads, ground } = seasonColors[season];
  const isOwn = brand.some(isStrong);
  const colored = isOwn ? direction : { ...direction, colors: [...leads] };
  if (ground === undefined || (isOwn && lchOf(ground).c >= neutralMax)) return colored;
  const lightness = groundOf(ground);
  return asked === undefined || asked === lightness ? { ...colored, groundColor: ground, ground: lightness } : colored;
}

const isStrong = ({ hex, role }: BrandColor): boolean =>
  (role === 'primary' || role === 'accent' || role === 'other') && lchOf(hex.slice(0, 7)).c >= strongMin;

/** Maximum distance in OKLab, and maximum distance of hues in degrees, of a colour from a refused one. */
const refusedDistance = 0.09;
const refusedHue = 24;

/**
 * Returns the colours that an ad is made from: those that the direction asks for, else those of the brand. A refused
 * colour is left out; a neutral colour stands in for the last one.
 */
export function directedColors(colors: readonly BrandColor[], direction: Direction): BrandColor[] {
  const { leads, ground } = askedColors(direction);
  if (leads.length === 0 && ground === undefined && direction.refusedColors === undefined) return [...colors];
  const kept = colors.filter(({ role }) => leads.length === 0 && (ground === undefined || role !== 'surface'));
  const asked = [
    ...(ground === undefined ? [] : [asColor(ground, 'surface')]),
    ...leads.map((hex, at) => asColor(hex, at === 0 ? 'primary' : 'accent')),
  ];
  const allowed = [...asked, ...kept].filter(({ hex }) => !isRefused(hex, direction.refusedColors ?? []));
  return allowed.some(({ role }) => !quietRoles.has(role)) ? allowed : [...allowed, asColor(neutral, 'primary')];
}

const quietRoles: ReadonlySet<BrandColor['role']> = new Set(['surface', 'ink', 'muted']);

function askedColors(direction: Direction): { leads: readonly string[]; ground: string | undefined } {
  return { leads: direction.colors ?? [], ground: direction.groundColor ?? referenceGround(direction) };
}

/** Primary colour of an ad whose other colours are all refused. */
const neutral = '#3d4148';

/** Returns the colour of the model's ground, if no picture fills the model and no other lightness is asked for. */
function referenceGround({ reference, ground }: Direction): string | undefined {
  const [first] = reference?.palette ?? [];
  if (reference === undefined || first === undefined || reference.composition.place === 'full') return undefined;
  return ground === undefined || ground === reference.ground ? first.hex : undefined;
}

const asColor = (hex: string, role: BrandColor['role']): BrandColor => ({
  ...{ hex, role, label: null, source: 'request', confidence: 1 },
});

const isRefused = (hex: string, refused: readonly string[]): boolean =>
  refused.some((other) => isSameColor(lchOf(hex.slice(0, 7)), lchOf(other)));

function isSameColor(a: Lch, b: Lch): boolean {
  if (distance(a, b) <= refusedDistance) return true;
  const turn = Math.abs(a.h - b.h);
  return !isGrey(a) && !isGrey(b) && Math.min(turn, 360 - turn) <= refusedHue;
}

/** Returns the kit in the saturation and theme that a direction asks for. Texts keep their contrast. */
export function directedKit(kit: BrandKit, direction: Direction): BrandKit {
  const toned = (roles: ColorRoles): ColorRoles => withSaturation(roles, direction.saturation);
  const prefers = direction.ground ?? direction.reference?.ground ?? kit.prefers;
  const { moods = [] } = direction;
  const isNeon = moods.includes('loud') && moods.includes('night');
  return { ...kit, light: toned(kit.light), dark: isNeon ? inNeon(toned(kit.dark)) : toned(kit.dark), prefers };
}

/** Chroma from which a colour shines on a dark ground, and the colour that shines for a brand without such a colour. */
const [neonMin, neon] = [0.11, '#ffd21f'];

/** Returns dark roles for a loud ad of the night: type and button in one saturated colour. */
function inNeon(roles: ColorRoles): ColorRoles {
  const { primary, accent } = roles;
  const dark = lchOf(roles.surface);
  const surface = hexOf({ ...dark, l: Math.min(dark.l, nightLightness) });
  const own = [primary, accent].find((hex) => lchOf(hex).c >= neonMin) ?? neon;
  const color = withContrast(own, surface, neonContrast);
  return { ...roles, surface, ink: color, primary: color, onPrimary: withContrast(surface, color, textContrastMin) };
}

/** Greatest lightness in OKLCH of a ground at night. */
const nightLightness = 0.2;
/** Contrast of shining type with a dark ground. It is read in two tones, the second one softened. */
const neonContrast = 7;

/** Share of their OKLCH chroma that muted colours keep, and minimum chroma of vivid ones. */
const mutedShare = 0.45;
const vividMin = 0.18;

const changes: Record<NonNullable<Direction['saturation']>, (color: Lch) => number> = {
  grey: () => 0,
  muted: ({ c }) => c * mutedShare,
  vivid: (color) => (isGrey(color) ? color.c : Math.max(color.c, vividMin)),
  'one-colour': ({ c }) => c,
};

function withSaturation(roles: ColorRoles, saturation: Direction['saturation']): ColorRoles {
  if (saturation === undefined) return roles;
  const change = (hex: string): string => hexOf({ ...lchOf(hex), c: changes[saturation](lchOf(hex)) });
  const isGreyed = saturation === 'grey' || saturation === 'muted';
  const surface = isGreyed ? change(roles.surface) : roles.surface;
  const primary = change(roles.primary);
  return {
    surface,
    primary,
    accent: saturation === 'one-colour' ? primary : change(roles.accent),
    ink: withContrast(isGreyed ? change(roles.ink) : roles.ink, surface, textContrastMin),
    onPrimary: withContrast(isGreyed ? change(roles.onPrimary) : roles.onPrimary, primary, textContrastMin),
    muted: withContrast(isGreyed ? change(roles.muted) : roles.muted, surface, textContrastMin),
  };
}
