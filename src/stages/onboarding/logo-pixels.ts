import { pictureShades, type Shade } from '../../studio/pictures/pixel-shades.ts';
import { sniff } from '../../studio/pictures/sniff.ts';
import { unzipped, xmlText } from '../../studio/pictures/svg/svg-text.ts';
import type { BrandSource } from '../../schema/brand.ts';
import { isGrey, lchOf } from '../../studio/brand-kit/color.ts';
import { evidence, facts, type Evidence } from './evidence.ts';
import { svgColors } from './svg-colors.ts';

const sidePx = 64;
/** Minimum share (0 to 1) of a colour of a logo. A smaller share is usually the blurred edge between two colours. */
const shareMin = 0.03;
const colorsMax = 5;

async function shadesOf(file: Buffer): Promise<Shade[]> {
  const bytes = unzipped(file);
  const kind = sniff(bytes);
  if (kind === 'svg') return svgColors(xmlText(bytes) ?? '');
  if (!['png', 'jpeg', 'webp', 'gif', 'avif'].includes(kind)) return [];
  try {
    return await pictureShades(bytes, sidePx);
  } catch {
    return []; // If the logo is broken, no colours are returned.
  }
}

/**
 * Returns the colours of a logo with their shares, largest first. `place` is the name of their features. The shares of
 * colours are those of all that is coloured, those of greys are those of the whole logo.
 */
export function logoEvidence(shades: readonly Shade[], place: string, source: BrandSource): Evidence<string>[] {
  const large = shades.filter(({ share }) => share >= shareMin).toSorted((one, other) => other.share - one.share);
  const colored = large.filter(({ hex }) => !isGrey(lchOf(hex))).slice(0, colorsMax);
  const whole = colored.reduce((sum, { share }) => sum + share, 0);
  const greys = large.filter(({ hex }) => isGrey(lchOf(hex))).slice(0, 2);
  return [
    ...colored.flatMap(({ hex, share }, at) =>
      evidence(hex, source, { [place]: share / whole, ...facts({ [`${place}.first`]: at === 0 }) }),
    ),
    ...greys.flatMap(({ hex, share }) =>
      evidence(hex, source, { [place]: share, ...facts({ [`${place}.only`]: colored.length === 0 }) }),
    ),
  ];
}

/** Returns the colours in a logo file; none if the file is broken or its format is not supported. */
export async function logoColors(bytes: Buffer): Promise<Evidence<string>[]> {
  return logoEvidence(await shadesOf(bytes), 'logo-file', 'logo-pixels');
}
