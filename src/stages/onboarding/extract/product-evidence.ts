import type { BrandSource } from '../../../schema/brand.ts';
import { evidence, type Features } from '../evidence.ts';
import type { Findings } from '../found.ts';
import type { Price } from '../price.ts';

/** A product as a page states it in one place. */
export interface StatedProduct extends Price {
  name: string | null;
}

/** Returns the name and the price of a product, as evidence with the same features. */
export function productEvidence(
  { name, price, currency }: StatedProduct,
  source: BrandSource,
  features: Features,
): Pick<Findings, 'productNames' | 'prices'> {
  return {
    productNames: evidence(name, source, features),
    prices: evidence(price === null ? null : { price, currency }, source, features),
  };
}
