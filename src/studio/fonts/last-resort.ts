import type { Face } from './face.ts';

/**
 * Fonts for characters that no other font of the ad has, such as symbols, emoji, currency signs and rare Han
 * characters. The fonts are tried in the order of this list. Symbol fonts come before the emoji font, because a plain
 * heart suits text better than an emoji heart.
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
