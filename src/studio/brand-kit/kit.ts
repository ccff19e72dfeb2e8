import type { Brand, BrandColor } from '../../schema/brand.ts';
import type { BrandKit, FontFile, Picture } from '../brief.ts';
import { defaultColors } from './default-colors.ts';
import { colorRoles } from './roles.ts';

export function knownColors(colors: BrandColor[], seed: string): BrandColor[] {
  return colorRoles(colors) === undefined ? defaultColors(seed) : colors;
}

export function brandKit(brand: Brand, seed: string, files: { fonts: FontFile[]; logo: Picture | null }): BrandKit {
  const roles = colorRoles(knownColors(brand.colors, seed));
  if (roles === undefined) throw new Error('The default colours have no visible colour.');
  return { name: brand.name, ...roles, fonts: files.fonts, logo: files.logo };
}
