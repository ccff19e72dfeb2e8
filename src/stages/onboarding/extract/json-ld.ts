import { printed } from '../../../domain/printed-text.ts';
import { isRecord, textsOf, urlsOf, type Json } from '../json.ts';
import type { Page } from '../page.ts';
import { sighting, type Extractor, type Findings, type Found, type ProductValue } from '../found.ts';
import { cleanMarkup, cleanMarkupLines, cleanText, textMax } from '../text.ts';
import { currencyCode, decimalPrice } from '../price.ts';

const source = 'json-ld';
const scriptsMax = 40;
const scriptCharactersMax = 1_000_000;
const nodesMax = 2_000;
const depthMax = 12;

const opening = /^(?:<!--|\/\*.{0,40}?\*\/|\/\/\s{0,5}<!\[CDATA\[|<!\[CDATA\[)/;
const closing = /(?:-->|\/\/\s{0,5}\]\]>|\]\]>|;)$/;

const repairs: ((text: string) => string)[] = [
  (text) => text,
  (text) => printed(text).replace(/\p{Cc}+/gu, ' '),
  (text) =>
    printed(text)
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/,\s{0,20}([}\]])/g, '$1')
      .replace(/;$/, ''),
  (text) => text.replace(/&quot;/g, '"').replace(/&amp;/g, '&'),
];

function parseLenient(text: string): unknown {
  const bare = text.trim().replace(opening, '').replace(closing, '').trim();
  for (const mend of repairs) {
    try {
      return JSON.parse(mend(bare));
    } catch {
      // If the text is not JSON, the next repair is tried, which changes more of the text.
    }
  }
  return undefined;
}

const elsewhere = new Set([
  'review',
  'reviews',
  'author',
  'parentOrganization',
  'subOrganization',
  'memberOf',
  'member',
  'sponsor',
  'founder',
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'hasVariant',
  'itemListElement',
  'hasOfferCatalog',
  'creator',
]);

function childrenOf(value: unknown): unknown[] {
  const children = Array.isArray(value)
    ? (value as unknown[])
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, child]) => (elsewhere.has(key) ? [] : [child]))
      : [];
  return children.filter((child) => typeof child === 'object' && child !== null).slice(0, nodesMax);
}

function nodesOf(roots: unknown[]): Json[] {
  const found: Json[] = [];
  let level: unknown[] = roots;
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    found.push(...level.filter(isRecord).filter((value) => '@type' in value));
    level = level.flatMap(childrenOf).slice(0, nodesMax);
  }
  return found;
}

function isA(node: Json, pattern: RegExp): boolean {
  return textsOf(node['@type']).some((type) => pattern.test(type.replace(/^https?:\/\/schema\.org\//, '')));
}

const organization =
  /^(?:Organization|Brand|Corporation|OnlineStore|OnlineBusiness|Store|LocalBusiness|Restaurant|Hotel|CafeOrCoffeeShop|\w+Store|NewsMediaOrganization)$/;
const site = /^WebSite$/;
const product =
  /^(?:Product|ProductGroup|IndividualProduct|ProductModel|SoftwareApplication|MobileApplication|WebApplication|Vehicle|Car|Book)$/;

function organizationFindings(node: Json, page: Page): Partial<Findings> {
  const isBrandOfProduct = isA(node, /^Brand$/) && page.role === 'product';
  const logos = isBrandOfProduct ? [] : urlsOf(node['logo'], page.base).slice(0, 2);
  return {
    names: sighting(cleanMarkup(node['name'], textMax.name), source, isBrandOfProduct ? 0.5 : 0.9),
    logos: logos.map((value) => ({ value, source, confidence: 0.9 })),
    headlines: sighting(cleanMarkup(node['slogan'], textMax.copy), source, 0.6),
  };
}

interface Amount {
  price: string | null;
  currency: string | null;
}

const noAmount: Amount = { price: null, currency: null };

function amountOf(offer: Json): Amount {
  const specification = [offer['priceSpecification']].flat().find(isRecord) ?? {};
  const price = decimalPrice(offer['price'] ?? offer['lowPrice'] ?? specification['price']);
  const currency = currencyCode(offer['priceCurrency'] ?? specification['priceCurrency']) ?? null;
  if (price !== undefined) return { price, currency };
  const nested = offerOf(offer);
  return { price: nested.price, currency: nested.currency ?? currency };
}

function offerOf(node: Json): Amount {
  const offers = [node['offers']].flat(2).filter(isRecord).slice(0, 20);
  return offers.map(amountOf).find(({ price }) => price !== null) ?? noAmount;
}

function variantOffer(node: Json): Amount {
  const variants = [node['hasVariant']].flat().filter(isRecord).slice(0, 20).map(offerOf);
  return variants.find(({ price }) => price !== null) ?? noAmount;
}

function productOf(node: Json, page: Page): ProductValue {
  const own = offerOf(node);
  return {
    name: cleanMarkup(node['name'], textMax.name) ?? null,
    description: cleanMarkupLines(node['description'], textMax.description) ?? null,
    ...(own.price === null ? variantOffer(node) : own),
    images: urlsOf(node['image'], page.base),
  };
}

/**
 * Returns at most one product of the page. A single product in the data is returned. Of several products, the one whose
 * name is in the main heading or title of the page is returned. If there is no such product, a product page gives its
 * first product and any other page none, because it may be a list of products.
 */
function pageProducts(nodes: Json[], page: Page): Found<ProductValue>[] {
  const all = nodes
    .filter((node) => isA(node, product))
    .map((node) => productOf(node, page))
    .filter(({ name }) => name !== null);
  const distinct = [...new Map(all.map((one) => [one.name, one])).values()].slice(0, 50);
  if (distinct.length <= 1) return distinct.flatMap((value) => sighting(value, source, 0.95));
  const titles = [page.$('h1').first().text(), page.$('title').first().text()].map(
    (text) => cleanText(text, 300)?.toLowerCase() ?? '',
  );
  const named = distinct.find(({ name }) => titles.some((title) => title.includes((name ?? '').toLowerCase())));
  if (named !== undefined) return sighting(named, source, 0.9);
  return page.role === 'product' ? sighting(distinct[0], source, 0.5) : [];
}

export const jsonLd: Extractor = (page) => {
  const roots = page
    .$('script[type*="ld+json" i]')
    .toArray()
    .slice(0, scriptsMax)
    .map((element) => parseLenient(page.$(element).text().slice(0, scriptCharactersMax)));
  const nodes = nodesOf(roots);
  const brands = nodes
    .filter((node) => isA(node, organization))
    .slice(0, 20)
    .map((node) => organizationFindings(node, page));
  const siteNames = nodes
    .filter((node) => isA(node, site))
    .slice(0, 3)
    .flatMap((node) => cleanMarkup(node['name'], textMax.name) ?? []);
  return {
    names: [
      ...brands.flatMap(({ names = [] }) => names),
      ...siteNames.map((value) => ({ value, source, confidence: 0.85 }) as const),
    ],
    logos: brands.flatMap(({ logos = [] }) => logos),
    headlines: brands.flatMap(({ headlines = [] }) => headlines),
    products: pageProducts(nodes, page),
  };
};
