import sharp from 'sharp';
import type { BrandColor } from '../../schema/brand.ts';
import { distance, isGrey, lchOf, type Lch } from '../brand-kit/color.ts';
import type { Picture } from '../brief.ts';

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

interface Tint {
  hex: string;
  lch: Lch;
  share: number;
}

/**
 * Returns the colours of a logo, the largest share first, for a brand whose colours are not known. Returns one dark
 * grey if the logo has no other colour, and no colours if the logo is white.
 */
export async function logoColors({ bytes }: Pick<Picture, 'bytes'>): Promise<BrandColor[]> {
  const tints = distinct(await tintsOf(bytes));
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

async function tintsOf(bytes: Buffer): Promise<Tint[]> {
  const small = sharp(bytes).resize(96, 96, { fit: 'inside', kernel: 'nearest', withoutEnlargement: true });
  const pixels = await small.ensureAlpha().raw().toBuffer();
  const bins = new Map<number, [count: number, red: number, green: number, blue: number]>();
  let seen = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 200) continue;
    seen += 1;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const [count, reds, greens, blues] = bins.get(key) ?? [0, 0, 0, 0];
    bins.set(key, [count + 1, reds + red, greens + green, blues + blue]);
  }
  return [...bins.values()]
    .map(([count, ...sums]) => ({ hex: hexOfMean(sums, count), share: count / Math.max(seen, 1) }))
    .map((tint) => ({ ...tint, lch: lchOf(tint.hex) }))
    .sort((a, b) => b.share - a.share);
}

const hexOfMean = (sums: number[], count: number): string =>
  `#${Buffer.from(sums.map((sum) => Math.round(sum / count))).toString('hex')}`;

function distinct(tints: Tint[]): Tint[] {
  const merged: Tint[] = [];
  for (const tint of tints) {
    const near = merged.find(({ lch }) => distance(lch, tint.lch) < 0.09);
    if (near === undefined) merged.push({ ...tint });
    else near.share += tint.share;
  }
  return merged.filter(({ share }) => share >= shareMin).sort((a, b) => b.share - a.share);
}
