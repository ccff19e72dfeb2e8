import { isBagButton, isSelling } from '../../../studio/copy/gate/actions.ts';
import type { Extractor } from '../found.ts';
import type { PageRole } from '../page.ts';
import { callElements } from './call-elements.ts';

/**
 * Minimum scores of a button. Words that sell are evidence enough that a button is no part of a menu. A product page
 * has one button that fills the bag, which needs little more evidence.
 */
const scoreMin = { usual: 0.45, selling: 0.3, bagOfProduct: 0.15 };

function scoreMinOf(text: string, role: PageRole): number {
  if (role === 'product' && isBagButton(text)) return scoreMin.bagOfProduct;
  return isSelling(text) ? scoreMin.selling : scoreMin.usual;
}

export const cta: Extractor = (page) => ({
  ctas: callElements(page)
    // Scores are sums of decimals, so equal ones differ by rounding.
    .filter(({ text, score }) => score > scoreMinOf(text, page.role) - 0.001)
    .map(({ text, score }) => ({ value: text, source: 'page', confidence: Math.min(0.95, score) })),
});
