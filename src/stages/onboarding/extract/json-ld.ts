import { isRecord, textsOf, urlsOf, type Json } from '../json.ts';
import type { Page } from '../page.ts';
import type { Extractor, Findings, Found, ProductValue } from '../found.ts';
import { cleanMarkup, cleanText, textMax } from '../text.ts';
import { currencyCode, decimalPrice } from '../price.ts';

const source = 'json-ld';
const scriptsMax = 40;
const scriptCharactersMax = 1_000_000;
const nodesMax = 2_000;
const depthMax = 12;

/** Publishers leave comments, line breaks in strings, HTML entities and commas before closing brackets. */
function parseLenient(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|\/\*.{0,40}?\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>|\]\]>)\s*;?\s*$/g, '')
    .trim();
  const attempts = [
    () => bare,
    () => bare.replace(/[\u0000-\u001f]+/g, ' '), // eslint-disable-line no-control-regex -- these are what breaks it
    () =>
      bare
        .replace(/[\u0000-\u001f]+/g, ' ')
        .replace(/,\s{0,20}([}\]])/g, '$1')
        .replace(/;\s{0,20}$/, ''), // eslint-disable-line no-control-regex -- as above
    () => bare.replace(/&quot;/g, '"').replace(/&amp;/g, '&'),
  ];
  for (const attempt of attempts) {
    try {
      return JSON.parse(attempt());
    } catch {
      // The next attempt mends more.
    }
  }
  return undefined;
}

/** Every object with a `@type`, wherever it stands, outermost first. */
function nodesOf(roots: unknown[]): Json[] {
  const found: Json[] = [];
  let level: unknown[] = roots;
  for (let depth = 0; depth < depthMax && level.length > 0 && found.length < nodesMax; depth += 1) {
    const below: unknown[] = [];
    for (const value of level.slice(0, nodesMax)) {
      if (Array.isArray(value)) below.push(...(value as unknown[]).slice(0, nodesMax));
      else if (isRecord(value)) {
        if ('@type' in value) found.push(value);
        below.push(...Object.values(value).filter((child) => typeof child === 'object' && child !== null));
      }
    }
    level = below;
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
  const name = cleanMarkup(node['name'], textMax.name);
  const certainty = isBrandOfProduct ? 0.5 : 0.9;
  const slogan = cleanMarkup(node['slogan'], textMax.copy);
  return {
    names: name === undefined ? [] : [{ value: name, source, confidence: certainty }],
    logos: isBrandOfProduct
      ? []
      : urlsOf(node['logo'], page.base)
          .slice(0, 2)
          .map((value) => ({ value, source, confidence: 0.9 })),
    headlines: slogan === undefined ? [] : [{ value: slogan, source, confidence: 0.6 }],
  };
}

function offerOf(node: Json): { price: string | null; currency: string | null } {
  const offers = [node['offers']].flat(2).filter(isRecord);
  for (const offer of offers.slice(0, 20)) {
    const specification = [offer['priceSpecification']].flat().find(isRecord);
    const price = decimalPrice(offer['price'] ?? offer['lowPrice'] ?? specification?.['price']);
    const currency = currencyCode(offer['priceCurrency'] ?? specification?.['priceCurrency']);
    if (price !== undefined) return { price, currency: currency ?? null };
    const nested = isRecord(offer['offers']) || Array.isArray(offer['offers']) ? offerOf(offer) : undefined;
    if (nested?.price != null) return { ...nested, currency: nested.currency ?? currency ?? null };
  }
  return { price: null, currency: null };
}

function variantOffer(node: Json): { price: string | null; currency: string | null } {
  const variants = [node['hasVariant']].flat().filter(isRecord).slice(0, 20).map(offerOf);
  return variants.find(({ price }) => price !== null) ?? { price: null, currency: null };
}

function productOf(node: Json, page: Page): ProductValue {
  const own = offerOf(node);
  return {
    name: cleanMarkup(node['name'], textMax.name) ?? null,
    description: cleanMarkup(node['description'], textMax.description) ?? null,
    ...(own.price === null ? variantOffer(node) : own),
    images: urlsOf(node['image'], page.base),
  };
}

/** Several products on a page are a list, a review's subject or what goes with it: then only the one the page is named for. */
function pageProducts(nodes: Json[], page: Page): Found<ProductValue>[] {
  const all = nodes
    .filter((node) => isA(node, product))
    .map((node) => productOf(node, page))
    .filter(({ name }) => name !== null);
  const distinct = [...new Map(all.map((one) => [one.name, one])).values()].slice(0, 50);
  if (distinct.length <= 1) return distinct.map((value) => ({ value, source, confidence: 0.95 }));
  const titles = [page.$('h1').first().text(), page.$('title').first().text()].map(
    (text) => cleanText(text, 300)?.toLowerCase() ?? '',
  );
  const named = distinct.find(({ name }) => titles.some((title) => title.includes((name ?? '').toLowerCase())));
  if (named !== undefined) return [{ value: named, source, confidence: 0.9 }];
  const [first] = distinct;
  return page.role === 'product' && first !== undefined ? [{ value: first, source, confidence: 0.5 }] : [];
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
