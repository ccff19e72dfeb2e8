import { type Box, overlap } from '../box.ts';
import { occupied } from '../photo/occupied.ts';
import { type Element, elementsOf } from './elements.ts';
import type { Proof, Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Maximum overlap of two elements, as a share of the area of the smaller element. A small overlap is allowed for
 * ornamental letter strokes and for rounding to whole pixels.
 */
const partMax = 0.01;

/** A badge may lie on a photo, off its subject. */
const isBadgeOnPhoto = (a: Element, b: Element): boolean =>
  [a, b].some(({ kind }) => kind === 'badge') && [a, b].some(({ kind }) => kind === 'photo');

const shared = (a: Box, b: Box): number => overlap(a, b) / Math.min(a.width * a.height, b.width * b.height);

/** Returns the overlap of two elements. Of a product, its visible pixels count, because half of its box may be empty. */
function overlapOf(a: Element, b: Element, { scene }: Proof): number {
  const [product, other] = a.kind === 'product' ? [a, b] : [b, a];
  const layer = scene.layers.find((each) => each.kind === 'product' && each.box === product.box);
  if (layer?.kind !== 'product' || other.kind === 'product' || other.kind === 'photo') return shared(a.box, b.box);
  return occupied(layer.cutOut, layer.box, other.box);
}

/**
 * Checks that no two elements of an ad overlap. The reported value is the largest overlap of two elements, in percent
 * of the area of the smaller element.
 */
export const noOverlap: Rule = (proof) => {
  const elements = elementsOf(proof);
  let worst = 0;
  elements.forEach((a, i) => {
    for (const b of elements.slice(i + 1)) if (!isBadgeOnPhoto(a, b)) worst = Math.max(worst, overlapOf(a, b, proof));
  });
  return { check: 'overlap', value: round(worst * 100), limit: partMax * 100, passed: worst <= partMax };
};
