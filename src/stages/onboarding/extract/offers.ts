import { isRecord, scalarText, type Json } from '../json.ts';
import type { Page } from '../page.ts';
import { currencyCode, noPrice, type Price } from '../price.ts';
import { isA, type LinkedData } from './linked-data.ts';
import { shownAmounts } from './shown-prices.ts';
import { statedPrice } from './stated-price.ts';
import { isLimited, stateOf, type Validity } from './validity.ts';

/** Structured data with the page that it is from. */
export interface OfferContext {
  data: LinkedData;
  page: Page;
  /** Prices of the offers that were read, or are being read. An offer may contain itself. */
  known: Map<Json, Candidate | undefined>;
}

export const offerContext = (data: LinkedData, page: Page): OfferContext => ({ data, page, known: new Map() });

/** A price that an offer states. The highest rank counts; of equal ranks, the first. */
interface Candidate extends Price {
  rank: number;
}

const offersMax = 20;
const depthMax = 3;

/**
 * Ranks of prices. `limited` prices have a time of their own. `nested` is a price of one of the offers that an offer
 * contains. `former` is a price that the offer states again as one that buyers do not pay. `reference` is a price for a
 * quantity that is not sold, such as 100 ml.
 */
const ranks = { sale: 6, limited: 5, plain: 4, regular: 3, nested: 2, former: 1, reference: 0, over: -1 } as const;

/** Types of prices that buyers do not pay: recommended prices, former prices, prices for shops, and parts of prices. */
const unpaid =
  /^(?:list|msrp|srp|rrp|uvp|strikethrough|minimumadvertised|invoice|original|was|former|compareat|downpayment|installment|\w+fee$)/;
const charge = /^(?:DeliveryChargeSpecification|PaymentChargeSpecification)$/;

const first = (node: Json, key: string, { data }: OfferContext): unknown => data.values(node, key)[0];

/** Returns the types of a price in lower case, such as `listprice` for `https://schema.org/ListPrice`. */
function priceTypes(node: Json, { data }: OfferContext): string[] {
  return ['priceType', 'priceComponentType']
    .flatMap((key) => data.values(node, key))
    .map((type) => (isRecord(type) ? (type['@id'] ?? type['name']) : type))
    .map((type) => (/[^/#:]*$/.exec(scalarText(type) ?? '')?.[0] ?? '').replace(/[^a-z]/gi, '').toLowerCase());
}

function validityOf(node: Json, context: OfferContext): Validity {
  const [from, through, until] = ['validFrom', 'validThrough', 'priceValidUntil'].map((key) =>
    scalarText(first(node, key, context)),
  );
  return { from, through, until };
}

/** Reports whether only some buyers pay a price: members, or buyers of more than one. */
function isForSome(node: Json, context: OfferContext): boolean {
  const [quantity] = context.data.linked(node, 'eligibleQuantity');
  return 'validForMemberTier' in node || (quantity !== undefined && Number(first(quantity, 'minValue', context)) > 1);
}

/**
 * Returns the rank of the price of an offer or a price specification; undefined if it is not what buyers pay now. A price
 * that is over counts if the page still shows it, because many shops do not update the date.
 */
function rankOf(node: Json, { price }: Price, context: OfferContext): number | undefined {
  const types = priceTypes(node, context);
  const validity = validityOf(node, context);
  if (isA(node, charge) || types.some((type) => unpaid.test(type)) || isForSome(node, context)) return undefined;
  const state = stateOf(validity, context.page.readAt);
  if (state === 'over' && price !== null && shownAmounts(context.page).has(Number(price))) return ranks.over;
  if (state !== 'now') return undefined;
  const isWithoutTax = /false$/i.test(String(first(node, 'valueAddedTaxIncluded', context)));
  return kindRank(node, { types, validity }, context) - (isWithoutTax ? 0.5 : 0);
}

function kindRank(
  node: Json,
  { types, validity }: { types: string[]; validity: Validity },
  context: OfferContext,
): number {
  const [quantity] = context.data.linked(node, 'referenceQuantity');
  if (quantity !== undefined && context.data.linked(quantity, 'valueReference').length === 0) return ranks.reference;
  if (types.includes('saleprice')) return ranks.sale;
  if (isLimited(validity)) return ranks.limited;
  return types.includes('regularprice') ? ranks.regular : ranks.plain;
}

/** Returns the price that a node states itself, whether buyers pay it or not. */
function ownPrice(node: Json, currency: unknown, context: OfferContext): Price {
  const amount = ['price', 'lowPrice', 'minPrice'].map((key) => first(node, key, context)).find(isStated);
  const own = statedPrice(amount, first(node, 'priceCurrency', context) ?? currency, context.page);
  return Number(own.price) > 0 ? own : noPrice;
}

const isStated = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function specificationsOf(offer: Json, { data }: OfferContext): Json[] {
  const all = [...data.linked(offer, 'priceSpecification'), ...data.linked(offer, 'price')];
  return all.flatMap((one) => [one, ...data.linked(one, 'priceComponent')]).slice(0, offersMax);
}

function best(candidates: readonly Candidate[]): Candidate | undefined {
  const priced = candidates.filter(({ price }) => price !== null);
  return priced.reduce<Candidate | undefined>(
    (top, one) => (top !== undefined && top.rank >= one.rank ? top : one),
    undefined,
  );
}

/** Returns the price that buyers pay for an offer now; undefined if the offer states none. */
function priceOfOffer(offer: Json, context: OfferContext, depth = 0): Candidate | undefined {
  if (depth > depthMax || context.known.has(offer)) return context.known.get(offer);
  context.known.set(offer, undefined);
  const price = readOffer(offer, context, depth);
  context.known.set(offer, price);
  return price;
}

function readOffer(offer: Json, context: OfferContext, depth: number): Candidate | undefined {
  const own = ownPrice(offer, undefined, context);
  const rank = rankOf(offer, own, context);
  if (rank === undefined || rank === ranks.over) return rank && { ...own, rank };
  const currency = first(offer, 'priceCurrency', context);
  const pricesOf = (nodes: readonly Json[]): (Price & { rank: number | undefined })[] =>
    nodes
      .map((node) => ({ node, price: ownPrice(node, currency, context) }))
      .map(({ node, price }) => ({ ...price, rank: rankOf(node, price, context) }));
  const specified = pricesOf(specificationsOf(offer, context));
  const nested = context.data.linked(offer, 'offers').slice(0, offersMax);
  const ofNested = priceOfOffers(nested, context, { depth: depth + 1, currency });
  const unpaidAmounts = [...specified, ...pricesOf(nested)]
    .filter((one) => (one.rank ?? ranks.over) === ranks.over)
    .map(({ price }) => price);
  const isFormer = unpaidAmounts.some((price) => price !== null && Number(price) === Number(own.price));
  const chosen = best([
    { ...own, rank: isFormer ? ranks.former : Math.min(rank, ranks.plain) },
    ...specified.flatMap((one) => (one.rank === undefined ? [] : [{ ...one, rank: one.rank }])),
    ...(ofNested === undefined ? [] : [{ ...ofNested, rank: ranks.nested }]),
  ]);
  return chosen && { ...chosen, rank: Math.max(chosen.rank, rank) };
}

const identifiers = ['sku', 'gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14', 'mpn', 'name', 'url'];

/** Returns what tells an offer from those for other variants of the product. */
function identityOf(offer: Json, context: OfferContext): string {
  const [item] = context.data.linked(offer, 'itemOffered');
  const ids = identifiers.map((key) => scalarText(first(offer, key, context)) ?? '');
  return JSON.stringify([...ids, item === undefined ? null : (item['@id'] ?? item['name'] ?? null)]);
}

/**
 * Returns the price that buyers pay for some offers of a product now. The first offer with a price counts. Another offer
 * is preferred only if it is for the same variant, such as one of a sale.
 */
function priceOfOffers(
  offers: readonly Json[],
  context: OfferContext,
  { depth, currency }: { depth: number; currency?: unknown },
): Candidate | undefined {
  const priced = offers.slice(0, offersMax).flatMap((offer) => {
    const price = priceOfOffer(offer, context, depth);
    return price === undefined ? [] : [{ ...price, identity: identityOf(offer, context) }];
  });
  const chosen = best(priced.filter(({ identity }) => identity === priced[0]?.identity));
  return chosen && { ...chosen, currency: chosen.currency ?? currencyCode(currency) ?? null };
}

/** Returns the price that buyers pay for a product now, from its offers, or from offers that refer to the product. */
export function productPrice(product: Json, context: OfferContext): Price {
  const { data } = context;
  const offers = [...data.linked(product, 'offers'), ...data.referring(product, 'itemOffered')];
  const chosen = priceOfOffers(offers, context, { depth: 0 }) ?? priceOfOffer(product, context);
  return chosen === undefined ? noPrice : { price: chosen.price, currency: chosen.currency };
}
