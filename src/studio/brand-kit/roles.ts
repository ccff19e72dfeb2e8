import type { BrandColor } from '../../schema/brand.ts';
import type { BrandKit, ColorRoles } from '../brief.ts';
import { contrast, distance, hexOf, isGrey, lchOf, mended } from './color.ts';
import { paletteOf, type Palette } from './palette.ts';

/**
 * Minimum contrast of text by WCAG AA. Guaranteed for the roles ink and muted on surface, and for onPrimary on primary,
 * in both themes.
 */
export const textContrastMin = 4.5;

/**
 * Returns the colour roles of the light and the dark theme for the brand's colours; undefined if no colour is visible.
 * `muted` is a quieter ink for secondary text and hairlines, not a background. An ad has about 60 % surface, 30 % ink
 * and primary, and 10 % accent.
 */
export function colorRoles(
  colors: readonly Pick<BrandColor, 'hex' | 'role'>[],
): Pick<BrandKit, 'light' | 'dark' | 'prefers'> | undefined {
  const palette = paletteOf(colors);
  if (palette === undefined) return undefined;
  return { light: lightRoles(palette), dark: darkRoles(palette), prefers: preferred(palette) };
}

function lightRoles(palette: Palette): ColorRoles {
  const tint = tintOf(palette);
  const surface = palette.lightSurface?.hex ?? hexOf({ l: 0.985, c: Math.min(tint.c, 0.006), h: tint.h });
  const nearBlack = hexOf({ l: 0.21, c: Math.min(tint.c, 0.03), h: tint.h });
  const ink = mended(softBlack(palette.ink?.hex, nearBlack), surface, textContrastMin);
  return finish({ palette, surface, ink, leads: [palette.primary.hex], muted: 0.62 });
}

/**
 * Returns the roles of the dark theme, whose background is a dark brand colour. The main colour on this background is
 * the accent or a tint of the brand's colours.
 */
function darkRoles(palette: Palette): ColorRoles {
  const tint = tintOf(palette);
  const deep = [palette.primary, palette.ink].find((swatch) => swatch !== undefined && isGround(swatch.hex))?.hex;
  const nearBlack = hexOf({ l: 0.2, c: Math.min(tint.c, 0.03), h: tint.h });
  const surface = softBlack(palette.darkSurface?.hex ?? deep, nearBlack);
  const nearWhite = hexOf({ l: 0.97, c: Math.min(tint.c, 0.01), h: tint.h });
  const ink = mended(palette.lightInk?.hex ?? nearWhite, surface, textContrastMin);
  const leads = [palette.primary, ...palette.voices].map(({ hex }) => hex);
  return finish({ palette, surface, ink, leads, muted: 0.7 });
}

interface Scheme {
  palette: Palette;
  surface: string;
  ink: string;
  /** Candidates for the main colour, the brand's first choice first. */
  leads: string[];
  /** Share of ink in the muted colour; the rest is surface. */
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
    muted: mended(palette.muted?.hex ?? mix(ink, surface, muted), surface, textContrastMin),
  };
}

/**
 * Returns the text colour on the primary: white if it is readable, as designers prefer; else the dark colour of the
 * theme, adjusted until it is readable.
 */
function onColor(primary: string, ink: string, surface: string): string {
  if (contrast('#ffffff', primary) >= textContrastMin) return '#ffffff';
  const dark = lchOf(ink).l < lchOf(surface).l ? ink : surface;
  return mended(dark, primary, textContrastMin);
}

/**
 * Returns the accent, which is visible on the background and beside the primary: a colour of the brand, else a shade or
 * tint of its primary.
 */
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

/** Reports whether a shape in this colour is visible on a background: by lightness, or by hue, as yellow on white. */
const stands = (hex: string, ground: string): boolean =>
  contrast(hex, ground) >= 1.9 || (contrast(hex, ground) >= 1.25 && distance(lchOf(hex), lchOf(ground)) >= 0.18);

/**
 * Returns the primary with its lightness changed until it is visible on the background. Returns ink if the primary is
 * grey or equals the background.
 */
function standIn(primary: string, surface: string, ink: string): string {
  const { c, h } = lchOf(primary);
  if (isGrey(lchOf(primary)) || distance(lchOf(primary), lchOf(surface)) < 0.04) return ink;
  const moved = mended(primary, surface, 2.4);
  return hexOf({ l: lchOf(moved).l, c: Math.max(lchOf(moved).c, Math.min(c, 0.12)), h });
}

const isGround = (hex: string): boolean => lchOf(hex).l <= 0.36;

/** Replaces pure black by a near-black with the brand's hue. */
const softBlack = (hex: string | undefined, nearBlack: string): string =>
  hex === undefined || lchOf(hex).l < 0.12 ? nearBlack : hex;

function mix(a: string, b: string, share: number): string {
  const [first, second] = [lchOf(a), lchOf(b)];
  return hexOf({ l: first.l * share + second.l * (1 - share), c: first.c, h: first.h });
}

/** Returns chroma and hue for tinted whites and blacks; zero chroma for a grey brand. */
function tintOf({ primary, voices }: Palette): { c: number; h: number } {
  const source = [primary, ...voices].find(({ lch }) => !isGrey(lch));
  return source === undefined ? { c: 0, h: 0 } : { c: source.lch.c, h: source.lch.h };
}

/**
 * Returns the theme that suits the brand better: the theme of the background that the brand names, if any. A brand with
 * a neon primary and no light background gets the dark theme.
 */
function preferred({ namedSurface, lightSurface, primary }: Palette): BrandKit['prefers'] {
  if (namedSurface !== undefined) return namedSurface.lch.l < 0.6 ? 'dark' : 'light';
  const neon = primary.lch.l > 0.8 && primary.lch.c > 0.2;
  return neon && lightSurface === undefined ? 'dark' : 'light';
}
