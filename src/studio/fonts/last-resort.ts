import type { Face } from './font-pair.ts';

/**
 * Asked in this order for what no font of the ad has: symbols, emoji, signs of money, rare Han characters. Symbols come
 * before emoji, because a solid heart goes better with words than a drawn one.
 */
export const lastResorts: readonly Face[] = [
  { family: 'noto-sans', weight: 600 },
  { family: 'noto-sans-symbols', weight: 600, isVariable: true },
  { family: 'noto-sans-symbols-2', weight: 400 },
  { family: 'noto-emoji', weight: 500 },
  ...['noto-sans-jp', 'noto-sans-tc', 'noto-sans-sc', 'noto-sans-kr', 'noto-sans-thai'].map((family): Face => ({
    family,
    weight: 600,
    isVariable: true,
  })),
];
