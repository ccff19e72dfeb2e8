import type { BrandKit, ColorRoles } from '../brief.ts';
import { contrast, distance, hexOf, isGrey, lchOf, withContrast } from './color.ts';
import { type FoundColor, paletteOf, type Palette } from './palette.ts';

/**
 * Minimum contrast ratio of text, by WCAG AA. In the light and in the dark theme, the text colours `ink` and `muted`
 * have at least this contrast with the background `surface`, and the text colour `onPrimary` has at least this contrast
 * with `primary`.
 */
export const textContrastMin = 4.5;

/**
 * Returns the colours of the light and of the dark theme; undefined if no brand colour is visible. `muted` is a text
 * colour for secondary text and thin lines, not a background. The colours are designed for ads with about 60 %
 * `surface` (background), 30 % `ink` (text colour) and `primary`, and 10 % `accent`.
 */
export function colorRoles(colors: readonly FoundColor[]): Pick<BrandKit, 'light' | 'dark' | 'prefers'> | undefined {
  const palette = paletteOf(colors);
  if (palette === undefined) return undefined;
  return { light: lightRoles(palette), dark: darkRoles(palette), prefers: preferred(palette) };
}

function lightRoles(palette: Palette): ColorRoles {
  const tint = tintOf(palette);
  const surface = lightSurface(palette);
  const nearBlack = hexOf({ l: 0.21, c: Math.min(tint.c, 0.03), h: tint.h });
  const strong = strongInk(palette.ink, { surface, otherwise: [...palette.darks.map(({ hex }) => hex), nearBlack] });
  const ink = withContrast(softBlack(strong, nearBlack), surface, textContrastMin);
  const leads = [palette.primary, ...(surface === palette.primary.hex ? palette.voices : [])].map(({ hex }) => hex);
  return finish({ palette, surface, ink, leads, muted: 0.62 });
}

/**
 * Returns the ground of the light theme. A pale primary colour that would not be seen on the brand's ground is the ground
 * itself, because a darker shade of it would be another colour.
 */
function lightSurface(palette: Palette): string {
  const { primary } = palette;
  const tint = tintOf(palette);
  const surface = palette.lightSurface?.hex ?? hexOf({ l: 0.985, c: Math.min(tint.c, 0.006), h: tint.h });
  const isPale = primary.lch.l >= 0.84 && primary.lch.c >= 0.03 && primary.lch.c <= 0.13;
  return isPale && !stands(primary.hex, surface) ? primary.hex : surface;
}

/**
 * Minimum contrast ratio of headlines. The text colour of many pages is that of their body text, a grey in which a
 * headline looks disabled. A text colour with a hue looks intended with less contrast.
 */
const headlineContrastMin = { grey: 9, hue: 6.5 } as const;
const isStrong = (hex: string, surface: string): boolean =>
  contrast(hex, surface) >= headlineContrastMin[isGrey(lchOf(hex)) ? 'grey' : 'hue'];

/** Returns the text colour if it is strong or asked for, else the first that is strong enough. */
function strongInk(
  ink: Palette['ink'],
  { surface, otherwise }: { surface: string; otherwise: readonly string[] },
): string {
  if (ink?.source === 'request') return withContrast(ink.hex, surface, textContrastMin);
  const candidates = ink === undefined ? otherwise : [ink.hex, ...otherwise];
  const strong = candidates.find((hex) => isStrong(hex, surface));
  return strong ?? withContrast(otherwise.at(-1) ?? '#000000', surface, textContrastMin);
}

/**
 * The ground of the dark theme is a dark colour of the brand, else nearly black. A colour that was only guessed is no
 * ground: a whole canvas of it would claim to be the brand's.
 */
function darkRoles(palette: Palette): ColorRoles {
  const tint = tintOf(palette);
  const own = [palette.primary, palette.ink].filter((swatch) => swatch?.source !== 'default');
  const deep = own.find((swatch) => swatch !== undefined && isGround(swatch.hex))?.hex;
  const nearBlack = hexOf({ l: 0.2, c: Math.min(tint.c, 0.03), h: tint.h });
  const surface = softBlack(palette.darkSurface?.hex ?? deep, nearBlack);
  const nearWhite = hexOf({ l: 0.97, c: Math.min(tint.c, 0.01), h: tint.h });
  const ink = strongInk(palette.lightInk, { surface, otherwise: [nearWhite] });
  const leads = [palette.primary, ...palette.voices].map(({ hex }) => hex);
  return finish({ palette, surface, ink, leads, muted: 0.7 });
}

interface Scheme {
  palette: Palette;
  surface: string;
  ink: string;
  leads: string[];
  /**
   * Share of the text colour, 0 to 1, in the mixture of text and background colour that gives the muted text colour.
   */
  muted: number;
}

function finish({ palette, surface, ink, leads, muted }: Scheme): ColorRoles {
  const primary = leads.find((hex) => stands(hex, surface)) ?? standIn(palette.primary.hex, surface, ink);
  return {
    surface,
    ink,
    primary,
    onPrimary: onColor(primary, ink, surface),
    accent: accentOf(palette, primary, surface),
    muted: withContrast(palette.muted?.hex ?? mix(ink, surface, muted), surface, textContrastMin),
  };
}

/** Returns the colour of text on the primary colour: white if it is readable, because designers prefer white. */
function onColor(primary: string, ink: string, surface: string): string {
  if (contrast('#ffffff', primary) >= textContrastMin) return '#ffffff';
  const dark = lchOf(ink).l < lchOf(surface).l ? ink : surface;
  return withContrast(dark, primary, textContrastMin);
}

function accentOf(palette: Palette, primary: string, surface: string): string {
  const own = [...palette.voices, palette.primary].find(
    ({ hex }) => stands(hex, surface) && distance(lchOf(hex), lchOf(primary)) >= 0.08,
  );
  if (own !== undefined) return own.hex;
  const base = lchOf(primary);
  const steps = [0.22, -0.22, 0.14, -0.14, 0.4, -0.4].map((step) =>
    hexOf({ ...base, l: base.l + step, c: base.c * 0.9 }),
  );
  return steps.find((hex) => stands(hex, surface) && contrast(hex, primary) >= 1.4) ?? primary;
}

const stands = (hex: string, ground: string): boolean =>
  contrast(hex, ground) >= 1.9 || (contrast(hex, ground) >= 1.25 && distance(lchOf(hex), lchOf(ground)) >= 0.18);

function standIn(primary: string, surface: string, ink: string): string {
  const { c, h } = lchOf(primary);
  if (isGrey(lchOf(primary)) || distance(lchOf(primary), lchOf(surface)) < 0.04) return ink;
  const moved = withContrast(primary, surface, 2.4);
  return hexOf({ l: lchOf(moved).l, c: Math.max(lchOf(moved).c, Math.min(c, 0.12)), h });
}

const isGround = (hex: string): boolean => lchOf(hex).l <= 0.38;

const softBlack = (hex: string | undefined, nearBlack: string): string =>
  hex === undefined || lchOf(hex).l < 0.12 ? nearBlack : hex;

function mix(a: string, b: string, share: number): string {
  const [first, second] = [lchOf(a), lchOf(b)];
  return hexOf({ l: first.l * share + second.l * (1 - share), c: first.c, h: first.h });
}

function tintOf({ primary, voices }: Palette): { c: number; h: number } {
  const source = [primary, ...voices].find(({ lch }) => !isGrey(lch));
  return source === undefined ? { c: 0, h: 0 } : { c: source.lch.c, h: source.lch.h };
}

/**
 * Returns the theme (light or dark) that suits the brand. If the brand itself uses a background colour, the lightness
 * of this colour decides, unless its text is light and its primary colour is deep: it then sets its words on the primary
 * colour. A nearly black brand with gold stays dark. Otherwise the theme is dark only if the primary colour is neon and the brand has no light
 * background colour.
 */
function preferred(palette: Palette): BrandKit['prefers'] {
  const { namedSurface, lightSurface, primary } = palette;
  if (setsWordsOnPrimary(palette)) return 'dark';
  if (namedSurface !== undefined) return namedSurface.lch.l < 0.6 ? 'dark' : 'light';
  const isNeon = primary.lch.l > 0.8 && primary.lch.c > 0.2;
  return lightSurface === undefined && (isNeon || isBlackAndGold(palette)) ? 'dark' : 'light';
}

const setsWordsOnPrimary = ({ ink, lightInk, primary }: Palette): boolean =>
  ink?.role !== 'ink' && lightInk?.role === 'ink' && lightInk.lch.l >= 0.8 && isGround(primary.hex);

const isBlackAndGold = ({ primary, voices }: Palette): boolean => primary.lch.l < 0.3 && voices.some(isGold);

const isGold = ({ lch }: Palette['primary']): boolean => lch.h >= 60 && lch.h <= 105 && lch.c >= 0.05 && lch.l >= 0.55;
