import { pixelShades, type Shade } from '../../studio/pictures/pixel-shades.ts';
import { sniff } from '../../studio/pictures/sniff.ts';
import { unzipped, xmlText } from '../../studio/pictures/svg/svg-text.ts';
import { chromaOf, isNeutral } from './color-distance.ts';
import type { ColorValue, Found } from './found.ts';
import { svgColors } from './svg-colors.ts';

const source = 'logo-pixels';
const sidePx = 64;
const pixelsMax = 50_000_000;
/**
 * Minimum share (0 to 1) of the visible pixels that a colour must have to count as a colour of the logo. A smaller
 * share is usually the blurred edge between two colours.
 */
const shareMin = 0.06;
const colorsMax = 3;

async function rasterShades(bytes: Buffer): Promise<Shade[]> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  const pixels = await sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'none', pages: 1 })
    .timeout({ seconds: 5 })
    // Nearest-neighbour sampling does not create mixed colours.
    .resize(sidePx, sidePx, { fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer();
  return pixelShades(pixels);
}

async function shadesOf(file: Buffer): Promise<Shade[]> {
  const bytes = unzipped(file);
  const kind = sniff(bytes);
  if (kind === 'svg') return svgColors(xmlText(bytes) ?? '');
  if (!['png', 'jpeg', 'webp', 'gif', 'avif'].includes(kind)) return [];
  try {
    return await rasterShades(bytes);
  } catch {
    return []; // If the logo is broken, no colours are returned.
  }
}

export function brandColors(shades: Shade[], certainty: number): Found<ColorValue>[] {
  const saturated = shades.filter(({ hex, share }) => share >= shareMin && !isNeutral(hex));
  const strength = ({ hex, share }: Shade): number => share + chromaOf(hex);
  return saturated
    .sort((one, other) => strength(other) - strength(one))
    .slice(0, colorsMax)
    .map(({ hex }, position) => ({
      value: { hex, label: 'logo', role: position === 0 ? 'primary' : 'accent' },
      source,
      confidence: certainty - position * 0.15,
    }));
}

/**
 * Returns the brand colours in a logo file. Returns an empty list if the file is broken or its format is not supported.
 */
export async function logoColors(bytes: Buffer): Promise<Found<ColorValue>[]> {
  return brandColors(await shadesOf(bytes), 0.5);
}
