import type { TextRole } from '../scene.ts';

type Hero = 'price' | 'offer' | 'subheadline';

const heroOrder: Readonly<Record<Hero, readonly TextRole[]>> = {
  price: ['headline', 'price', 'offer', 'subheadline', 'detail', 'cta'],
  offer: ['headline', 'offer', 'price', 'subheadline', 'detail', 'cta'],
  subheadline: ['headline', 'subheadline', 'detail', 'offer', 'price', 'cta'],
};

interface Prices {
  hasPrice: boolean;
  /** True if the offer ends with words that lead to the price: `Three seats from`. */
  offerLeads: boolean;
}

/**
 * Returns the texts of a column from top to bottom. An offer that has a price, such as `Purchase price` or `Ticket`, says
 * what the price is for, so nothing stands between the two; it stands above a price that it leads to. An offer without a
 * price is the first text.
 */
export function readingOrder(hero: Hero | undefined, { hasPrice, offerLeads }: Prices): readonly TextRole[] {
  if (hero === 'price' && offerLeads) return ['headline', 'offer', 'price', 'subheadline', 'detail', 'cta'];
  if (hero !== undefined) return heroOrder[hero];
  return hasPrice
    ? ['headline', 'subheadline', 'detail', 'offer', 'price', 'cta']
    : ['offer', 'headline', 'subheadline', 'detail', 'price', 'cta'];
}
