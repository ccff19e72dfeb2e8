import type { Face } from './face.ts';

/**
 * Fonts for characters that no font of the ad has, in order: symbols, emoji, currency signs, rare Han characters.
 * Symbols come before emoji, because a solid heart suits text better than a coloured one.
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
