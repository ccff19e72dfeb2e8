import type { BrandColor } from '../../schema/brand.ts';
import { distance, isGrey, lchOf, type Lch } from '../brand-kit/color.ts';
import type { Picture } from '../brief.ts';
import { pictureShades, type Shade } from './pixel-shades.ts';

const colorsMax = 3;
/**
 * Minimum share (0 to 1) of the visible pixels that a colour must have to count as a colour of the logo. A smaller
 * share is usually the blurred edge between two colours.
 */
const shareMin = 0.06;
/**
 * Confidence (0 to 1) in colours that were read from the pixels of a logo, which are less certain than colours that the
 * brand states.
 */
const confidence = 0.6;

export interface Tint extends Shade {
  lch: Lch;
}

/**
 * Returns the colours of a logo, the largest share first, for a brand whose colours are not known. Returns one dark
 * grey if the logo has no other colour, and no colours if the logo is white.
 */
export async function logoColors({ bytes }: Pick<Picture, 'bytes'>): Promise<BrandColor[]> {
  const tints = distinct(await tintsOf(bytes), shareMin);
  const hues = tints.filter(({ lch }) => !isGrey(lch));
  const darks = tints.filter(({ lch }) => isGrey(lch) && lch.l < 0.5);
  return (hues.length > 0 ? hues : darks.slice(0, 1)).slice(0, colorsMax).map(({ hex }, at) => ({
    hex,
    label: null,
    role: at === 0 ? 'primary' : 'other',
    source: 'logo-pixels',
    confidence,
  }));
}

/** Returns the colours of a picture with their shares of its visible pixels. */
export async function tintsOf(bytes: Buffer): Promise<Tint[]> {
  return (await pictureShades(bytes, 96)).map((shade) => ({ ...shade, lch: lchOf(shade.hex) }));
}

/** Joins colours that look alike, and returns those with at least a share of the pixels, the largest first. */
export function distinct(tints: readonly Tint[], min: number): Tint[] {
  const merged: Tint[] = [];
  for (const tint of tints) {
    const near = merged.find(({ lch }) => distance(lch, tint.lch) < 0.09);
    if (near === undefined) merged.push({ ...tint });
    else near.share += tint.share;
  }
  return merged.filter(({ share }) => share >= min).sort((a, b) => b.share - a.share);
}
