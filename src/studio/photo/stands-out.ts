import { contrast, luminance, type Rgb } from '../color.ts';
import { colorDistance } from './distinct-colors.ts';

/**
 * Minimum contrast ratio between a part of a logo and what is under it. It is lower than that of text, because a logo
 * is recognised by its shape.
 */
const contrastMin = 2.3;
/**
 * On a light ground, a colour also shows by its hue, as gold, orange and lime do on the white pages of their brands: by
 * a smaller contrast ratio and this OKLab distance.
 */
const tinted = { contrastMin: 1.4, distanceMin: 0.15 } as const;
/** Luminance (0 to 1) from which a ground is light. */
const lightFrom = 0.4;

/** Minimum contrast ratio between the letters of a name in a logo and what is under them. */
const letteringContrastMin = 3;

/** Reports whether letters in one colour can be read on another. */
export const isLegible = (color: Rgb, ground: Rgb): boolean =>
  contrast(luminance(...color), luminance(...ground)) >= letteringContrastMin;

/** Reports whether a part of a logo in one colour shows on another. `ease` below 1 asks for less, as for thin lines. */
export function standsOut(color: Rgb, ground: Rgb, ease = 1): boolean {
  const under = luminance(...ground);
  const ratio = contrast(luminance(...color), under);
  if (ratio >= contrastMin * ease) return true;
  return (
    under >= lightFrom &&
    ratio >= tinted.contrastMin * ease &&
    colorDistance(color, ground) >= tinted.distanceMin * ease
  );
}
