import { type Box, overlap } from '../box.ts';
import { type Element, elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
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

/**
 * Checks that no two elements of an ad overlap. The reported value is the largest overlap of two elements, in percent
 * of the area of the smaller element.
 */
export const noOverlap: Rule = (proof) => {
  const elements = elementsOf(proof);
  let worst = 0;
  elements.forEach((a, i) => {
    for (const b of elements.slice(i + 1)) if (!isBadgeOnPhoto(a, b)) worst = Math.max(worst, shared(a.box, b.box));
  });
  return { check: 'overlap', value: round(worst * 100), limit: partMax * 100, passed: worst <= partMax };
};
