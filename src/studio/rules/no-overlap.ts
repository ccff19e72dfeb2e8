import { overlap } from '../box.ts';
import { elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Largest part of the smaller element that two elements may share. It allows for a swash and for rounding to whole
 * pixels.
 */
const partMax = 0.01;

/**
 * Requires that no element overlaps another element. The value is the overlap of the worst pair, in percent of the
 * pair's smaller element.
 */
export const noOverlap: Rule = {
  name: 'overlap',
  check(proof) {
    const elements = elementsOf(proof);
    let worst = 0;
    elements.forEach(({ box: a }, i) => {
      for (const { box: b } of elements.slice(i + 1))
        worst = Math.max(worst, overlap(a, b) / Math.min(a.width * a.height, b.width * b.height));
    });
    return { check: 'overlap', value: round(worst * 100), limit: partMax * 100, passed: worst <= partMax };
  },
};
