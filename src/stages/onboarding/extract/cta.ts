import { isBagButton, isSelling } from '../../../words/actions.ts';
import type { Extractor } from '../found.ts';
import type { PageRole } from '../page.ts';
import { callElements } from './call-elements.ts';

/**
 * Minimum scores (0 to 1) of a button that counts as a call to action. A button with selling words is hardly part of a
 * menu, so it needs less other evidence. On a product page, the button that puts the product into the bag needs the
 * least.
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
