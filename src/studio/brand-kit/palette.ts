import type { BrandColor } from '../../schema/brand.ts';
import { distance, isGrey, lchOf, opaqueHex, type Lch } from './color.ts';

interface Swatch {
  hex: string;
  lch: Lch;
  role: BrandColor['role'];
}

/** Colours of the brand by role. A field is undefined if the brand has no colour for this role. */
export interface Palette {
  primary: Swatch;
  voices: Swatch[];
  lightSurface: Swatch | undefined;
  darkSurface: Swatch | undefined;
  ink: Swatch | undefined;
  lightInk: Swatch | undefined;
  muted: Swatch | undefined;
  namedSurface: Swatch | undefined;
}

/** Minimum OKLCH lightness, 0 to 1, of a light colour. A light background gets dark text. */
const lightFrom = 0.6;
const isLight = ({ lch }: Swatch): boolean => lch.l >= lightFrom;
const isDark = (swatch: Swatch): boolean => !isLight(swatch);

export function paletteOf(colors: readonly Pick<BrandColor, 'hex' | 'role'>[]): Palette | undefined {
  const all = swatchesOf(colors);
  const named = (role: Swatch['role']): Swatch[] => all.filter((swatch) => swatch.role === role);
  const others = named('other');
  const primary = choosePrimary(all);
  if (primary === undefined) return undefined;

  const surfaces = named('surface');
  const inks = named('ink');
  return {
    primary,
    voices: [
      ...named('accent').filter((swatch) => swatch !== primary),
      ...others.filter((swatch) => isSecondVoice(swatch, primary)),
    ],
    lightSurface: surfaces.find(isLight) ?? others.find(isPaper),
    darkSurface: surfaces.find(isDark),
    ink: inks.find(isDark) ?? darkest(others),
    lightInk: inks.find(isLight) ?? others.find(isPaper),
    muted: named('muted')[0],
    namedSurface: surfaces[0],
  };
}

function swatchesOf(colors: readonly Pick<BrandColor, 'hex' | 'role'>[]): Swatch[] {
  const seen = new Set<string>();
  return colors.flatMap(({ hex, role }) => {
    const opaque = opaqueHex(hex);
    if (opaque === undefined || seen.has(`${opaque} ${role}`)) return [];
    seen.add(`${opaque} ${role}`);
    return [{ hex: opaque, lch: lchOf(opaque), role }];
  });
}

/**
 * Returns the colour that is labelled as the primary colour. Without such a label, returns the first colourful colour,
 * because brand guidelines list the primary colour first. If no colour is colourful, returns the darkest colour.
 */
function choosePrimary(all: Swatch[]): Swatch | undefined {
  const colourful = (swatch: Swatch): boolean => canLead(swatch.lch);
  return (
    all.find(({ role }) => role === 'primary') ??
    all.find((swatch) => swatch.role === 'other' && colourful(swatch)) ??
    all.find((swatch) => swatch.role === 'accent' && colourful(swatch)) ??
    all.find((swatch) => colourful(swatch)) ??
    all.reduce<Swatch | undefined>(
      (dark, swatch) => (dark === undefined || swatch.lch.l < dark.lch.l ? swatch : dark),
      undefined,
    )
  );
}

const canLead = (lch: Lch): boolean => lch.c >= 0.05 && lch.l >= 0.2 && lch.l <= 0.95;

const isSecondVoice = (swatch: Swatch, primary: Swatch): boolean =>
  canLead(swatch.lch) && distance(swatch.lch, primary.lch) >= 0.12;

const isPaper = ({ lch }: Swatch): boolean => lch.l >= 0.92 && lch.c <= 0.045;

const darkest = (swatches: Swatch[]): Swatch | undefined =>
  swatches.filter(({ lch }) => lch.l <= 0.35 && (isGrey(lch) || lch.l <= 0.3)).sort((a, b) => a.lch.l - b.lch.l)[0];
