import type { Brief } from '../brief.ts';
import type { Materials } from '../composition.ts';
import { seededUnit } from '../seeded.ts';
import type { Layout } from './layout.ts';
import { layouts } from './registry.ts';

/**
 * Maximum that a pseudo-random number, made from the seed, adds to the score for how well a layout suits the ad. The
 * number varies the choice of layouts between jobs.
 */
const seedWeight = 0.25;

/** Layout and how well it suits an ad, without what the seed adds. */
export interface Suiting {
  layout: Layout;
  suits: number;
}

/** Returns the layouts that suit an ad, best first. The seed decides between layouts that suit nearly as well. */
export function suitingLayouts(brief: Brief, materials: Materials): Suiting[] {
  return layouts
    .map((layout) => ({ layout, suits: layout.suits(brief, materials) }))
    .filter(({ suits }) => suits > 0)
    .map((each) => ({ each, rank: each.suits + seedWeight * seededUnit(brief.seed, `layout ${each.layout.name}`) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ each }) => each);
}
