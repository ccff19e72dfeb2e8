import type { BrandColor } from '../../schema/brand.ts';
import { seededChoice } from '../seeded.ts';

/**
 * Colour palettes for brands whose colours are unknown. Each palette has a primary, an accent, a background and a text
 * colour, chosen by eye to suit any product photo.
 */
const palettes: [name: string, primary: string, accent: string, surface: string, ink: string][] = [
  ['pine', '#1f4d3f', '#d98e4a', '#f7f4ee', '#17241f'],
  ['ink blue', '#1d3a6b', '#e0a13b', '#f6f7fa', '#131c2e'],
  ['terracotta', '#b4532f', '#2f4a4f', '#faf5f0', '#2a1d17'],
  ['plum', '#5b2a52', '#d9815f', '#f9f5f6', '#26151f'],
  ['petrol', '#0f5763', '#e8b04a', '#f3f7f7', '#0f2327'],
  ['graphite', '#2b2f36', '#c9683f', '#f6f6f5', '#1b1d21'],
  ['olive', '#5a5f2b', '#b5552f', '#f8f7ef', '#22240f'],
  ['cobalt', '#2747c9', '#f0795b', '#f6f7fc', '#151b38'],
];

/**
 * Returns one of the palettes, chosen by the seed. The source `default` and the confidence 0 mark its colours as a
 * guess.
 */
export function defaultColors(seed: string): BrandColor[] {
  const chosen = seededChoice(seed, 'default colors', palettes);
  if (chosen === undefined) return [];
  const [name, ...hexes] = chosen;
  const roles = ['primary', 'accent', 'surface', 'ink'] as const;
  return roles.flatMap((role, at) => {
    const hex = hexes[at];
    return hex === undefined ? [] : [{ hex, label: name, role, source: 'default' as const, confidence: 0 }];
  });
}
