import type { BrandSource } from '../../../schema/brand.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { Findings, PictureValue } from '../findings.ts';
import { isReadableName, isStandIn } from '../picture-names.ts';
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

const picturesMax = 12;

/** Returns pictures that a page states in one place, which gives the features their name. */
export function pictureEvidence(
  urls: readonly string[],
  source: BrandSource,
  place: string,
  alt: string | null = null,
): Evidence<PictureValue>[] {
  return urls
    .filter((url) => isReadableName(url) && !isStandIn(url))
    .slice(0, picturesMax)
    .flatMap((url, at) => evidence({ url, alt }, source, { [place]: 1, ...facts({ [`${place}.first`]: at === 0 }) }));
}
