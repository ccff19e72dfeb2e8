import { printed } from '../../../domain/printed-text.ts';
import { withoutFragment } from '../../../domain/urls.ts';
import { evidence, facts } from '../evidence.ts';
import { logoAt, type Extractor, type Findings } from '../findings.ts';
import { isRecord, type Json } from '../json.ts';
import { absoluteUrl, cleanMarkup, textMax } from '../text.ts';
import { isA, linkedData, type LinkedData } from './linked-data.ts';
import { linkedPictures } from './linked-pictures.ts';
import { firstText, isNamedBy, linkedProduct, pageTitles } from './linked-product.ts';
import { offerContext, type OfferContext } from './offers.ts';
import { pictureEvidence, productEvidence } from './product-evidence.ts';

const source = 'json-ld';
const scriptsMax = 40;
const productsMax = 100;
const scriptCharactersMax = 1_000_000;

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

/**
 * Returns the data in a script; undefined if it is not JSON. A number keeps the zeros at its end, as a text. `at` tells
 * the ids of blank nodes apart from those of other scripts.
 */
function parseLenient(text: string, at: number): unknown {
  const bare = text.trim().replace(opening, '').replace(closing, '').trim();
  const asWritten = (key: string, value: unknown, context?: { source?: string }): unknown => {
    if (key === '@id' && typeof value === 'string' && value.startsWith('_:')) return `${value}@${at}`;
    const written = context?.source ?? '';
    return typeof value === 'number' && /\.\d*0$/.test(written) ? written : value;
  };
  for (const repaired of repairs) {
    try {
      return JSON.parse(repaired(bare), asWritten);
    } catch {
      // If the text is not JSON, the next repair is tried, which changes more of the text.
    }
  }
  return undefined;
}

const organization =
  /^(?:Organization|Brand|Corporation|OnlineStore|OnlineBusiness|Store|LocalBusiness|Restaurant|Hotel|CafeOrCoffeeShop|\w+Store|NewsMediaOrganization)$/;
const site = /^WebSite$/;
const product =
  /^(?:Product|ProductGroup|IndividualProduct|ProductModel|SoftwareApplication|MobileApplication|WebApplication|Vehicle|Car|Book)$/;

function organizationFindings(node: Json, { data, page }: OfferContext): Partial<Findings> {
  const isBrandOfProduct = isA(node, /^Brand$/) && page.role === 'product';
  const logos = isBrandOfProduct ? [] : linkedPictures(node, 'logo', data, page).slice(0, 2);
  const text = (key: string, max: number): string | undefined => cleanMarkup(firstText(node, key, data), max);
  return {
    names: [
      ...evidence(text('name', textMax.name), source, {
        [isBrandOfProduct ? 'structured.product-brand' : 'structured.organization']: 1,
      }),
      ...evidence(text('alternateName', textMax.name), source, { 'structured.other-name': 1 }),
    ],
    logos: logos.flatMap((url) => logoAt(url, source, { structured: 1 })),
    headlines: evidence(text('slogan', textMax.copy), source, { slogan: 1 }),
  };
}

/** Returns the nodes of the kinds that a pattern matches: those of the page, else those that are related to others. */
function nodesOf({ nodes, relatives }: LinkedData, pattern: RegExp): Json[] {
  const own = nodes.filter((node) => isA(node, pattern));
  return own.length > 0 ? own : relatives.filter((node) => isA(node, pattern));
}

/** Reports whether a node states the address of the page as its own. */
function isOfPage(node: Json, { data, page }: OfferContext): boolean {
  const pages = [node['@id'], ...['url', 'mainEntityOfPage'].flatMap((key) => data.values(node, key))];
  const addresses = pages.flatMap((each) => absoluteUrl(isRecord(each) ? each['@id'] : each, page.base) ?? []);
  return addresses.includes(withoutFragment(page.url.href)) || data.referring(node, 'mainEntity').length > 0;
}

/** Maximum number of products of a page whose names and prices are evidence. */
const namedMax = 12;

/**
 * Returns what the data says about the product of the page. A page of the brand has one only if the data has a single
 * product or one that is named by the main heading or title, because the page may be a list of products.
 */
function pageProducts(context: OfferContext): Partial<Findings> {
  const { data, page } = context;
  const all = nodesOf(data, product)
    .slice(0, productsMax)
    .map((node) => ({ node, value: linkedProduct(node, context) }))
    .filter(({ value }) => value.name !== null);
  const distinct = [...new Map(all.map((one) => [one.value.name, one])).values()].slice(0, 50);
  const titles = pageTitles(page);
  const named = distinct.length === 1 ? distinct[0] : distinct.find(({ value }) => isNamedBy(titles, value.name));
  const main = named ?? distinct.find(({ node }) => isOfPage(node, context)) ?? distinct[0];
  if (main === undefined || (named === undefined && page.role === 'brand')) return {};
  const stated = (page.role === 'brand' ? [main] : distinct.slice(0, namedMax)).map(({ node, value }) =>
    productEvidence(value, source, {
      structured: 1,
      ...facts({ 'structured.only': distinct.length === 1, 'structured.own-address': isOfPage(node, context) }),
    }),
  );
  const others = distinct.filter((one) => one !== main);
  return {
    descriptions: evidence(main.value.description, source, {
      [named === undefined ? 'structured.unsure' : 'structured']: 1,
    }),
    pictures: [
      ...pictureEvidence(main.value.images, source, 'structured'),
      ...others.flatMap(({ value }) => pictureEvidence(value.images, source, 'structured.other')),
    ],
    productNames: stated.flatMap(({ productNames }) => productNames),
    prices: stated.flatMap(({ prices }) => prices),
  };
}

/** Returns the organizations that the data describes, and those that publish the site, whatever their type. */
function organizationsOf(data: LinkedData): Json[] {
  const publishers = nodesOf(data, site).flatMap((node) => data.linked(node, 'publisher'));
  const isOther = (node: Json): boolean => !isA(node, organization) && !isA(node, /^Person$/);
  return [...nodesOf(data, organization), ...publishers.filter(isOther)].slice(0, 20);
}

export const jsonLd: Extractor = (page) => {
  const roots = page
    .$('script[type*="ld+json" i]')
    .toArray()
    .slice(0, scriptsMax)
    .map((element, at) => parseLenient(page.$(element).text().slice(0, scriptCharactersMax), at));
  const data = linkedData(roots, page.base);
  const context = offerContext(data, page);
  const brands = organizationsOf(data).map((node) => organizationFindings(node, context));
  const siteNames = nodesOf(data, site)
    .slice(0, 3)
    .flatMap((node) => cleanMarkup(firstText(node, 'name', data), textMax.name) ?? [])
    .flatMap((value) => evidence(value, source, { 'structured.site': 1 }));
  return {
    names: [...brands.flatMap(({ names = [] }) => names), ...siteNames],
    logos: brands.flatMap(({ logos = [] }) => logos),
    headlines: brands.flatMap(({ headlines = [] }) => headlines),
    ...pageProducts(context),
  };
};
