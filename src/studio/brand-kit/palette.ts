import type { BrandColor } from '../../schema/brand.ts';
import { borrowed } from './borrowed-colors.ts';
import { distance, isGrey, lchOf, opaqueHex, type Lch } from './color.ts';

/** A colour as it is given or found. A colour without source and confidence is sure. */
export type FoundColor = Pick<BrandColor, 'hex' | 'role'> & Partial<Pick<BrandColor, 'source' | 'confidence'>>;

interface Swatch {
  hex: string;
  lch: Lch;
  role: BrandColor['role'];
  source: BrandColor['source'];
  /** Confidence in the colour, 0 to 1. Colours of the request and default colours have 1. */
  confidence: number;
}

/** Colours of the brand by role. A field is undefined if the brand has no colour for this role. */
export interface Palette {
  primary: Swatch;
  voices: Swatch[];
  lightSurface: Swatch | undefined;
  darkSurface: Swatch | undefined;
  ink: Swatch | undefined;
  lightInk: Swatch | undefined;
  /** Dark colours that may replace a grey text colour as the colour of headlines, the most confident first. */
  darks: Swatch[];
  muted: Swatch | undefined;
  namedSurface: Swatch | undefined;
}

/** Minimum OKLCH lightness, 0 to 1, of a light colour. A light background gets dark text. */
const lightFrom = 0.6;
const isLight = ({ lch }: Swatch): boolean => lch.l >= lightFrom;
const isDark = (swatch: Swatch): boolean => !isLight(swatch);

export function paletteOf(colors: readonly FoundColor[]): Palette | undefined {
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
      ...named('accent').filter((swatch) => swatch !== primary && isVoice(swatch)),
      ...others.filter((swatch) => isVoice(swatch) && isSecondVoice(swatch, primary)),
    ],
    lightSurface: surfaces.find(isLight) ?? others.find(isPaper),
    darkSurface: surfaces.find(isDark),
    ink: inks.find(isDark) ?? darkest(others),
    lightInk: inks.find(isLight) ?? others.find(isPaper),
    darks: [...others, ...named('accent')]
      .filter((swatch) => swatch.lch.l <= darkMax && isVoice(swatch) && !isFromPixels(swatch))
      .sort((a, b) => b.confidence - a.confidence),
    muted: named('muted')[0],
    namedSurface: surfaces[0],
  };
}

function swatchesOf(colors: readonly FoundColor[]): Swatch[] {
  const seen = new Set<string>();
  return colors.flatMap(({ hex, role, source = 'request', confidence = 1 }) => {
    const opaque = opaqueHex(hex);
    if (opaque === undefined || seen.has(`${opaque} ${role}`)) return [];
    seen.add(`${opaque} ${role}`);
    const isChosen = source === 'request' || source === 'default';
    return [{ hex: opaque, lch: lchOf(opaque), role, source, confidence: isChosen ? 1 : confidence }];
  });
}

/** Minimum confidence in a colour that is drawn beside the primary colour. Less sure pixels are often those of photos. */
const voiceMin = { pixels: 0.45, style: 0.25 } as const;
const isFromPixels = ({ source }: Swatch): boolean => source === 'painted' || source === 'logo-pixels';
const isVoice = (swatch: Swatch): boolean =>
  swatch.confidence >= (isFromPixels(swatch) ? voiceMin.pixels : voiceMin.style);
/** Minimum confidence in a colour that leads in place of a primary colour that is grey or nearly black. */
const leadMin = 0.6;
/** Minimum confidence in a primary colour with a hue. With less, it is more often foreign than the brand's. */
const primaryMin = 0.5;
/** OKLCH lightness up to which a colour is dark enough for headlines on a light ground. */
const darkMax = 0.42;
/** OKLCH lightness below which a colour looks black. */
const blackMax = 0.26;

/**
 * Returns the colour that leads: the one that is labelled as the primary colour, unless it is not the brand's own, or is
 * grey or black while a sure accent has a hue. Without such a label, returns the first colourful colour, because brand
 * guidelines list the primary colour first. If no colour is colourful, returns the darkest colour.
 */
function choosePrimary(all: Swatch[]): Swatch | undefined {
  const colourful = (swatch: Swatch): boolean => canLead(swatch.lch);
  const labelled = all.find((swatch) => swatch.role === 'primary' && !isForeign(swatch, all));
  if (labelled !== undefined) return leadBeside(labelled, all) ?? labelled;
  const sure = all.filter((swatch) => isVoice(swatch) && swatch.role !== 'primary');
  return (
    sure.find((swatch) => swatch.role === 'other' && colourful(swatch)) ??
    sure.find((swatch) => swatch.role === 'accent' && colourful(swatch)) ??
    all.find((swatch) => swatch.source === 'logo-pixels' && colourful(swatch)) ??
    sure.find((swatch) => colourful(swatch)) ??
    all.reduce<Swatch | undefined>(
      (dark, swatch) => (dark === undefined || swatch.lch.l < dark.lch.l ? swatch : dark),
      undefined,
    )
  );
}

function isForeign({ hex, lch, confidence, source }: Swatch, all: readonly Swatch[]): boolean {
  if (isGrey(lch) || source === 'request') return false;
  const hasLogoColor = all.some((other) => other.source === 'logo-pixels' && canLead(other.lch));
  return confidence < primaryMin || (borrowed.has(hex) && hasLogoColor);
}

function leadBeside({ lch, source }: Swatch, all: readonly Swatch[]): Swatch | undefined {
  if (source === 'request' || source === 'default' || !(isGrey(lch) || lch.l < blackMax)) return undefined;
  return all.find(({ role, lch: other, confidence }) => role === 'accent' && canLead(other) && confidence >= leadMin);
}

const canLead = (lch: Lch): boolean => lch.c >= 0.05 && lch.l >= 0.2 && lch.l <= 0.95;

const isSecondVoice = (swatch: Swatch, primary: Swatch): boolean =>
  canLead(swatch.lch) && distance(swatch.lch, primary.lch) >= 0.12;

const isPaper = ({ lch }: Swatch): boolean => lch.l >= 0.92 && lch.c <= 0.045;

const darkest = (swatches: Swatch[]): Swatch | undefined =>
  swatches.filter(({ lch }) => lch.l <= 0.35 && (isGrey(lch) || lch.l <= 0.3)).sort((a, b) => a.lch.l - b.lch.l)[0];
