import { mayAlsoMean } from '../currency-signs.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import type { StatedPrice } from '../findings.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { priceModel } from './weights/price.ts';

type Price = Evidence<StatedPrice>;

const isForPrograms = ({ features }: Pick<Price, 'features'>): boolean =>
  ['structured', 'microdata', 'open-graph'].some((place) => place in features);

/** How sure a currency is: stated as a code for programs, read from a sign, or unknown. */
function sureness(one: Price): number {
  if (one.value.currency === null) return 0;
  return isForPrograms(one) ? 2 : 1;
}

/**
 * Returns the prices that may be that of the product, each with its currency. A price of 0 is none: some shops state it
 * for a product without a price.
 */
export function priceCandidates(found: readonly Price[]): Candidate<StatedPrice>[] {
  const usable = found.filter(({ value }) => Number(value.price) > 0);
  const stated = usable.filter(isForPrograms).find(({ value }) => value.currency !== null)?.value.currency ?? null;
  const all = withoutFormer(candidates(usable, ({ price }) => String(Number(price)), sureness));
  return all.map((one) => {
    const { currency } = one.value;
    return { ...one, features: { ...one.features, ...pageFeatures(all), ...currencyFeatures(currency, stated) } };
  });
}

/** Returns the prices without those that are struck through wherever they stand, unless the page has no other. */
function withoutFormer(all: Candidate<StatedPrice>[]): Candidate<StatedPrice>[] {
  const present = all.filter((one) => {
    const holds = (...names: string[]): boolean => names.some((name) => name in one.features);
    return !holds('written.former', 'painted.former') || holds('written.sold', 'painted.sold') || isForPrograms(one);
  });
  return present.length > 0 ? present : all;
}

export function rankPrices(found: readonly Price[]): Ranked<StatedPrice>[] {
  return ranked(priceCandidates(found), priceModel);
}

const pageFeatures = (all: readonly Candidate<StatedPrice>[]): Features =>
  facts({
    only: all.length === 1,
    few: all.length <= 3,
    unpainted: all.every(({ features }) => features['painted'] === undefined),
  });

/** What speaks for the currency. `stated` is that of the data for programs, of which a sign may be short. */
function currencyFeatures(currency: string | null, stated: string | null): Features {
  return facts({
    'currency.none': currency === null,
    'currency.other': currency !== null && stated !== null && currency !== stated,
    'currency.doubtful': currency !== null && stated !== null && mayAlsoMean(currency, stated),
  });
}
