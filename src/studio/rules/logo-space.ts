import type { Box } from '../box.ts';
import { elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Minimum distance between the logo and any other element of the ad, as a fraction of the logo's height. The name of the
 * brand belongs to the logo.
 */
const spaceMin = 0.5;

export const logoSpace: Rule = (proof) => {
  const elements = elementsOf(proof);
  const logo = elements.find(({ kind }) => kind === 'logo');
  if (logo === undefined) return null;
  const names = proof.texts.filter(({ drawn }) => drawn.block.role === 'signature').map(({ ink }) => ink);
  const others = elements.filter((each) => each !== logo && !names.includes(each.box));
  const nearest = Math.min(10, ...others.map(({ box }) => distance(logo.box, box) / logo.box.height));
  return { check: 'logo_clear_space', value: round(nearest), limit: spaceMin, passed: nearest >= spaceMin };
};

function distance(a: Box, b: Box): number {
  const dx = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width);
  const dy = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height);
  return Math.hypot(dx, dy);
}
