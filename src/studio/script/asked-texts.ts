import { isLimiting } from '../../words/qualified-price.ts';
import { dealOf } from '../copy/deal.ts';
import type { WritingTask } from './material.ts';
import { isAnywhere, isAtEnd, type ElementKind } from './wishes/wish.ts';

/**
 * Returns the price that a film may state on its own, `''` if there is none: the price of the offer, or that of the
 * product if the offer has no price or limits it (`Per week`).
 */
export const priceOf = ({ copy, material }: Pick<WritingTask, 'copy' | 'material'>): string =>
  copy.price === '' || isLimitedByOffer(copy) ? (material.price ?? '') : copy.price;

/** Returns the offer as it can stand without a scene of its own: with the price that it limits. */
export const statedOffer = (copy: WritingTask['copy']): string =>
  isLimitedByOffer(copy) && copy.price !== '' ? `${copy.offer} ${copy.price}` : copy.offer;

/** Returns what a scene says of an offer: offer and price, as one text if the offer leads to its price (`From $599`). */
export function offerTexts({ offer, price }: WritingTask['copy']): string[] {
  const deal = dealOf({ offer, price: offer.includes(price) ? '' : price });
  return [deal.offer, deal.price].filter((text) => text !== '');
}

/** Reports whether an offer limits a price that does not say so itself. */
export const isLimitedByOffer = ({ offer, price }: WritingTask['copy']): boolean =>
  isLimiting(offer) && !isLimiting(price);

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
    offer: statedOffer(copy),
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
