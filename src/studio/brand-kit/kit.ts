import type { Brand, BrandColor } from '../../schema/brand.ts';
import type { BrandKit, FontFile, Picture } from '../brief.ts';
import { defaultColors } from './default-colors.ts';
import { colorRoles } from './roles.ts';

/** Colours that can be seen: the brand's, else a seeded guess that says it is one. */
export function knownColors(colors: BrandColor[], seed: string): BrandColor[] {
  return colorRoles(colors) === undefined ? defaultColors(seed) : colors;
}

/** All the studio needs of a brand to draw. `brand.colors` may be empty: the seed then chooses. */
export function brandKit(brand: Brand, seed: string, files: { fonts: FontFile[]; logo: Picture | null }): BrandKit {
  const roles = colorRoles(knownColors(brand.colors, seed));
  if (roles === undefined) throw new Error('The default colours gave no roles.');
  return { name: brand.name, ...roles, fonts: files.fonts, logo: files.logo };
}
