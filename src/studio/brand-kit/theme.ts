import type { BrandKit } from '../brief.ts';
import { seededUnit } from '../seeded.ts';

type Theme = BrandKit['prefers'];

/** Returns the theme of an ad and the other one. `share` is the share of ads in the theme that the brand prefers. */
export function themesOf(prefers: Theme, seed: string, share: number): { theme: Theme; otherTheme: Theme } {
  const other = prefers === 'light' ? 'dark' : 'light';
  const isPreferred = seededUnit(seed, 'theme') < share;
  return isPreferred ? { theme: prefers, otherTheme: other } : { theme: other, otherTheme: prefers };
}
