import type { BrandColor } from '../../schema/brand.ts';
import { hexOf } from '../brand-kit/color.ts';
import type { Picture } from '../brief.ts';
import { distinct, tintsOf } from './logo-colors.ts';

/** Minimum share (0 to 1) of the pixels of a picture that a colour must have to lead an ad. */
const shareMin = 0.015;
/** Minimum OKLCH chroma of such a colour. A duller button looks as if it could not be pressed. */
const chromaMin = 0.07;
/** OKLCH lightness of a colour that can be a button, a field or a large price. */
const lead = { from: 0.4, to: 0.66 } as const;

/**
 * Returns the colour that leads an ad whose brand has no known colour: the most striking colour of its picture, so that
 * text and picture belong together. Its source `default` and its confidence 0 mark it as a guess. Returns no colour if
 * the picture is nearly grey.
 */
export async function pictureColors({ bytes }: Pick<Picture, 'bytes'>): Promise<BrandColor[]> {
  const hues = distinct(await tintsOf(bytes), shareMin).filter(({ lch }) => lch.c >= chromaMin);
  const [first] = hues.toSorted((a, b) => strikingness(b) - strikingness(a));
  if (first === undefined) return [];
  const { l, c, h } = first.lch;
  const hex = hexOf({ l: Math.min(lead.to, Math.max(lead.from, l)), c, h });
  return [{ hex, label: 'picture', role: 'primary', source: 'default', confidence: 0 }];
}

const strikingness = ({ share, lch }: { share: number; lch: { c: number } }): number => lch.c * Math.sqrt(share);
