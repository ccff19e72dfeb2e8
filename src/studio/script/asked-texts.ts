import type { WritingTask } from './material.ts';
import { isAnywhere, isAtEnd, type ElementKind } from './wishes/wish.ts';

/** Returns the price that the film may state, `''` if there is none. The price of the offer comes first. */
export const priceOf = ({ copy, material }: Pick<WritingTask, 'copy' | 'material'>): string =>
  copy.price === '' ? (material.price ?? '') : copy.price;

/**
 * Returns the text that the end card says and shows before the call to action, null for none: what the direction quotes
 * for the end or, else, a text that it wants there. A price that the direction wants at any time is shown there too,
 * unless the offer has a price.
 */
export function closingOf(task: WritingTask): string | null {
  const { direction, copy, material } = task;
  if (direction.closing !== null) return direction.closing;
  const texts: Partial<Record<ElementKind, string>> = {
    price: priceOf(task),
    offer: copy.offer,
    headline: copy.headline,
    subheadline: copy.subheadline,
    product_name: material.product ?? '',
  };
  const asked = direction.wishes
    .filter(({ isWanted }) => isWanted)
    .filter(
      ({ element: { kind }, time }) => isAtEnd(time) || (kind === 'price' && isAnywhere(time) && copy.price === ''),
    )
    .map(({ element }) => texts[element.kind] ?? '');
  return asked.find((text) => text !== '') ?? null;
}

/** Returns the given headline if the film opens with something else that the direction wants. */
export function laterHeadline({ copy, isGiven, direction: { opening, lines } }: WritingTask): string[] {
  const isElsewhere = lines.length > 0 || !['headline', 'product', undefined].includes(opening?.kind);
  return isGiven.headline && isElsewhere ? [copy.headline] : [];
}
