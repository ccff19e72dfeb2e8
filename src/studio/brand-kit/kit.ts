import type { Brand, BrandColor } from '../../schema/brand.ts';
import type { BrandKit, FontFile, Picture } from '../brief.ts';
import { defaultColors } from './default-colors.ts';
import { colorRoles } from './roles.ts';

/**
 * Returns the brand's colours if at least one of them is visible (not transparent). Otherwise returns default colours,
 * which the random seed selects.
 */
export function knownColors(colors: BrandColor[], seed: string): BrandColor[] {
  return colorRoles(colors) === undefined ? defaultColors(seed) : colors;
}

/**
 * Returns the brand kit: the name, colours, fonts and logo of a brand, ready for drawing ads. If the brand has no
 * visible colour, the random seed selects default colours.
 */
export function brandKit(brand: Brand, seed: string, files: { fonts: FontFile[]; logo: Picture | null }): BrandKit {
  const roles = colorRoles(knownColors(brand.colors, seed));
  if (roles === undefined) throw new Error('The default colours gave no roles.');
  return { name: brand.name, ...roles, fonts: files.fonts, logo: files.logo };
}
